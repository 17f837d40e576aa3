/* The library, in workers: one for what must answer at once, one for long work, which can be
 * stopped by ending it. */

/** The bytes of an embedded part as a stream, or null. @returns {ReadableStream<any> | null} */
function unpack(name) {
    const node = document.getElementById(name);
    if (!node)
        return null;
    const letters = atob(node.textContent ?? ""), packed = new Uint8Array(letters.length);
    for (let i = 0; i < packed.length; i++)
        packed[i] = letters.charCodeAt(i);
    node.remove(); /* what is unpacked once is not needed again */
    return new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
}

/** @param {string} name @returns {Promise<string>} */
export function unpackText(name) {
    return new Response(unpack(name)).text();
}

/** A module is compiled while it is unpacked. @returns {Promise<WebAssembly.Module | null>} */
async function unpackModule(name) {
    const stream = unpack(name);
    return stream && WebAssembly.compileStreaming(new Response(stream,
        {headers: {"Content-Type": "application/wasm"}}));
}

/** What a call was refused with. */
export class ApiError extends Error {
    /** @param {{status: string, message: string, text?: string, line?: number,
     *          column?: number}} error */
    constructor(error) {
        super(error.message);
        this.status = error.status;
        this.text = error.text;
        this.line = error.line;
        this.column = error.column;
    }
}

/** Calls that never run a model; all others wait for the module that does. */
const PLAIN = new Set(["kinds", "read", "write", "read-answer", "write-answer", "draw", "board",
    "state", "move", "options", "candidates", "pieces", "spots", "check", "generate", "solve",
    "count", "forced", "why", "hint", "mistakes", "explain", "rate", "memory"]);

/** A worker and the calls that wait for it. */
class Lane {
    /** @param {Library} library */
    constructor(library) {
        this.library = library;
        /** @type {Worker | null} */
        this.worker = null;
        this.waiting = new Map();
        this.last = 0;
        this.ended = 0; /* how often */
        this.hasModels = false;
        this.busy = 0; /* calls that wait for the models */
    }

    start() {
        const {url, pulma} = this.library;
        this.worker = new Worker(url);
        this.worker.onmessage = ({data}) => this.hear(data);
        this.worker.onerror = (event) => this.fail("broken", event.message);
        this.worker.postMessage({modules: {pulma}});
        this.hasModels = false;
    }

    /** Gives the worker the module that runs models. */
    async needModels() {
        const mip = await this.library.models();
        if (!this.worker)
            this.start();
        if (!this.hasModels && mip)
            this.worker?.postMessage({mip});
        this.hasModels = true;
    }

    hear(data) {
        const call = this.waiting.get(data.id);
        if (!call)
            return;
        if (data.progress) {
            call.progress?.(JSON.parse(data.progress));
            return;
        }
        if (data.broken) { /* its memory cannot be trusted any more */
            this.fail("broken", data.broken);
            return;
        }
        this.waiting.delete(data.id);
        const reply = JSON.parse(data.reply);
        if (reply.error)
            call.reject(new ApiError(reply.error));
        else
            call.resolve(reply);
    }

    /** Ends the worker and all calls. @param {string} status @param {string} message */
    fail(status, message) {
        this.worker?.terminate();
        this.worker = null;
        this.ended++;
        const calls = [...this.waiting.values()];
        this.waiting.clear();
        for (const call of calls)
            call.reject(new ApiError({status, message}));
    }

    async call(name, args, progress) {
        const {ended} = this;
        if (args.model !== undefined || !PLAIN.has(name)) {
            this.busy++;
            await this.needModels().finally(() => this.busy--);
        }
        if (ended !== this.ended) /* stopped before it began */
            throw new ApiError({status: "stopped", message: "stopped"});
        if (!this.worker)
            this.start();
        const id = ++this.last;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, {resolve, reject, progress});
            this.worker?.postMessage({id, request: JSON.stringify({call: name, ...args})});
        });
    }
}

export class Library {
    /** @param {string} url of the worker's script @param {WebAssembly.Module} pulma */
    constructor(url, pulma) {
        this.url = url;
        this.pulma = pulma;
        this.quick = new Lane(this);
        this.long = new Lane(this);
        this.hasModels = document.getElementById("part-mip") !== null;
        /** @type {Promise<WebAssembly.Module | null> | undefined} */
        this.mip = undefined;
    }

    /** Unpacks and compiles; @returns {Promise<Library>} */
    static async load() {
        const [script, pulma] = await Promise.all([unpackText("part-worker"),
            unpackModule("part-pulma")]);
        if (!pulma)
            throw new Error("part-pulma is missing");
        return new Library(URL.createObjectURL(new Blob([script], {type: "text/javascript"})),
            pulma);
    }

    /** The module that runs models, compiled when it is first asked for; null: left out. */
    models() {
        this.mip ??= unpackModule("part-mip");
        return this.mip;
    }

    /** A call that takes a moment. @param {string} name @returns {Promise<any>} */
    ask(name, args = {}) {
        return this.quick.call(name, args);
    }

    /** A call that may take long. @param {string} name
     * @param {(state: any) => void} [progress] @returns {Promise<any>} */
    work(name, args = {}, progress) {
        return this.long.call(name, args, progress);
    }

    /** A further worker, for calls that end when the next one comes. */
    lane() {
        return new Lane(this);
    }

    /** Ends the long work at once. */
    stop() {
        if (this.long.waiting.size > 0 || this.long.busy > 0)
            this.long.fail("stopped", "stopped");
    }
}
