/* The worker: requests in, replies out.  In front of this text stand the two modules' own scripts,
 * which define makePulma() and, in a page with models, makeMip(). */

/** @type {any} */
var makePulma, makeMip; /* declared once more, which leaves them as they are */

/** Exit statuses of helpers, as core/process.h numbers them. */
const EXIT_STACK = 81, EXIT_ABORT = 82;

/** An Emscripten option that makes an instance from a compiled module at once. */
function fromModule(module) {
    return (imports, done) => {
        const instance = new WebAssembly.Instance(module, imports);
        done(instance, module);
        return instance.exports;
    };
}

/** Runs pulma-mip in a fresh instance: as a process, bytes in, bytes out. */
function runMip(module, input) {
    const output = [];
    let at = 0, status = EXIT_ABORT;
    try {
        makeMip({
            instantiateWasm: fromModule(module),
            stdin: () => at < input.length ? input[at++] : null,
            stdout: (byte) => { if (byte !== null) output.push(byte & 255); },
            stderr: () => {},
            progress: (json) => postMessage({id: current, progress: json}),
            onExit: (code) => { status = code; },
        }).catch(() => {});
    } catch (error) {
        if (error instanceof RangeError)
            status = EXIT_STACK;
    }
    return {status, output: Uint8Array.from(output)};
}

let pulma = null, current = 0;
const helpers = {};

function answer(request) {
    if (request === '{"call":"memory"}') /* of the worker, not of the library */
        return JSON.stringify({bytes: pulma._page_memory()});
    const size = pulma.lengthBytesUTF8(request) + 1, text = pulma._malloc(size);
    pulma.stringToUTF8(request, text, size);
    const reply = pulma._page_call(text);
    pulma._free(text);
    if (!reply)
        return '{"error":{"status":"no-memory","message":"out of memory"}}';
    const words = pulma.UTF8ToString(reply);
    pulma._free(reply);
    return words;
}

onmessage = async ({data}) => {
    if (data.modules) {
        const {modules} = data;
        pulma = await makePulma({
            instantiateWasm: fromModule(modules.pulma),
            helpers,
            progress: (json) => postMessage({id: current, progress: json}),
        });
        postMessage({ready: true});
        return;
    }
    if (data.mip) {
        helpers["pulma-mip"] = (bytes) => runMip(data.mip, bytes);
        return;
    }
    current = data.id;
    try {
        postMessage({id: data.id, reply: answer(data.request)});
    } catch (error) {
        postMessage({id: data.id, broken: String(error)});
    }
};
