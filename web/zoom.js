/* Large boards: two fingers, Ctrl and wheel, or buttons make the board larger than its frame, in
 * which it then scrolls. */
const LARGEST = 6;
const TOUCHED = 0.6, SEEN = 0.35; /* pixels at least for one of the library's pictures */
const RIM = 28, PULL = 8; /* pixels: where a board begins to move by itself, and how far in a frame */

export class Zoom {
    /** @param {any} board @param {() => void} pinched ends what a first finger has begun */
    constructor(board, pinched) {
        this.board = board;
        this.level = 1;
        this.fingers = new Map();
        const {svg} = board;
        svg.addEventListener("pointerdown", (event) => {
            if (event.pointerType !== "touch")
                return;
            this.fingers.set(event.pointerId, event);
            if (this.fingers.size === 2) {
                this.pinch = {distance: this.distance(), level: this.level, ...this.middle()};
                pinched();
            }
        }, true);
        svg.addEventListener("pointermove", (event) => this.move(event), true);
        for (const name of ["pointerup", "pointercancel"])
            svg.addEventListener(name, (event) => {
                this.fingers.delete(event.pointerId);
                if (this.fingers.size === 0)
                    this.pinch = null;
            }, true);
        svg.addEventListener("wheel", (event) => {
            if (!event.ctrlKey)
                return;
            event.preventDefault();
            this.set(this.level * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event.clientX,
                event.clientY);
        }, {passive: false});
    }

    /** A board that is too small to be played begins larger, with its corner in sight. */
    begin() {
        const {node, svg, width} = this.board, scale = svg.getBoundingClientRect().width / width;
        const coarse = matchMedia("(pointer: coarse)").matches && this.board.info.play !== "lay";
        const least = coarse ? TOUCHED : SEEN; /* pieces find their spots by themselves */
        if (scale < least) {
            this.set(least / scale);
            node.scrollTo(0, 0);
        }
    }

    /** Near the rim of its frame the board moves along under a pointer that drags something, which is
     * told of it. @param {{clientX: number, clientY: number}} pointer
     * @param {(pointer: any) => void} moved */
    pull(pointer, moved) {
        const {node} = this.board, frame = node.getBoundingClientRect();
        const way = (at, low, high) => at < low || at > high ? NaN
            : at < low + RIM ? -PULL : at > high - RIM ? PULL : 0;
        const dx = way(pointer.clientX, frame.left, frame.right);
        const dy = way(pointer.clientY, frame.top, frame.bottom);
        this.release();
        if (this.level > 1 && Math.abs(dx) + Math.abs(dy) > 0)
            this.pulling = requestAnimationFrame(() => {
                const {scrollLeft, scrollTop} = node;
                node.scrollBy(dx, dy);
                if (node.scrollLeft !== scrollLeft || node.scrollTop !== scrollTop)
                    moved(pointer);
            });
    }

    release() {
        cancelAnimationFrame(this.pulling ?? 0);
    }

    distance() {
        const [a, b] = [...this.fingers.values()];
        return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    }

    middle() {
        const [a, b] = [...this.fingers.values()];
        return {x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2};
    }

    move(event) {
        if (!this.fingers.has(event.pointerId))
            return;
        this.fingers.set(event.pointerId, event);
        if (!this.pinch)
            return;
        event.stopPropagation(); /* a pinch paints nothing */
        if (this.fingers.size !== 2)
            return;
        const {x, y} = this.middle(), {node} = this.board;
        node.scrollLeft += this.pinch.x - x;
        node.scrollTop += this.pinch.y - y;
        Object.assign(this.pinch, {x, y});
        this.set(this.pinch.level * this.distance() / this.pinch.distance, x, y);
    }

    /** What is at a point of the window stays there. */
    set(level, x, y) {
        const {node, svg} = this.board, before = svg.getBoundingClientRect();
        const frame = node.getBoundingClientRect();
        const atX = x ?? frame.x + frame.width / 2, atY = y ?? frame.y + frame.height / 2;
        const u = (atX - before.x) / before.width, v = (atY - before.y) / before.height;
        const largest = Math.max(LARGEST, 2 * this.board.width / node.clientWidth);
        this.level = Math.min(largest, Math.max(1, level));
        node.classList.toggle("zoomed", this.level > 1);
        node.style.setProperty("--zoom", String(this.level));
        const after = svg.getBoundingClientRect();
        node.scrollLeft += after.x + u * after.width - atX;
        node.scrollTop += after.y + v * after.height - atY;
    }
}
