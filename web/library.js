/* The library, in workers: one for what must answer at once, one for long work, which can be
 * stopped by ending it. */

/** The bytes of an embedded part. */
async function unpack(name) {
    const node = document.getElementById(name);
    if (!node)
        return null;
    const packed = Uint8Array.from(atob(node.textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
}

export async function unpackText(name) {
    return new TextDecoder().decode(await unpack(name));
}

/** What a call was refused with. */
export class ApiError extends Error {
    constructor(error) {
        super(error.message);
        this.status = error.status;
        this.line = error.line;
        this.column = error.column;
    }
}

class Lane {
    constructor(url, modules) {
        this.url = url;
        this.modules = modules;
        this.worker = null;
        this.waiting = new Map();
        this.last = 0;
    }

    start() {
        this.worker = new Worker(this.url);
        this.worker.onmessage = ({data}) => this.hear(data);
        this.worker.onerror = (event) => this.fail("broken", event.message);
        this.worker.postMessage({modules: this.modules});
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

    /** Ends the worker and all calls. */
    fail(status, message) {
        this.worker?.terminate();
        this.worker = null;
        const calls = [...this.waiting.values()];
        this.waiting.clear();
        for (const call of calls)
            call.reject(new ApiError({status, message}));
    }

    call(name, args, progress) {
        if (!this.worker)
            this.start();
        const id = ++this.last;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, {resolve, reject, progress});
            this.worker.postMessage({id, request: JSON.stringify({call: name, ...args})});
        });
    }
}

export class Library {
    /** Compiles the modules; @returns {Promise<Library>} */
    static async load() {
        const [script, pulma, mip] = await Promise.all(
            ["part-worker", "part-pulma", "part-mip"].map(unpack));
        const modules = {
            pulma: await WebAssembly.compile(pulma),
            mip: mip ? await WebAssembly.compile(mip) : null,
        };
        const url = URL.createObjectURL(new Blob([script], {type: "text/javascript"}));
        const library = new Library();
        library.quick = new Lane(url, modules);
        library.long = new Lane(url, modules);
        return library;
    }

    /** A call that takes a moment. */
    ask(name, args = {}) {
        return this.quick.call(name, args);
    }

    /** A call that may take long; @param {(state: {nodes: number}) => void} [progress] */
    work(name, args = {}, progress) {
        return this.long.call(name, args, progress);
    }

    /** Ends the long work at once. */
    stop() {
        this.long.fail("stopped", "stopped");
    }
}
