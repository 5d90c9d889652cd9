/** The states of a turn. A thread waits only in the state `awaited`, so that most turns end without waking a thread. */
const [free, taken, awaited] = [0, 1, 2];

/**
 * How long (ms) a thread waits before it takes the turn anyway, because the holder was terminated or is slow. From then
 * on, only SQLite's own lock keeps the threads apart.
 */
const defaultLongestWait = 1_000;

/**
 * Lets the threads with a connection to one store write in turn. SQLite's own lock would be enough, but it is slow: if
 * another connection has it, a connection sleeps for 1, 2, 5 ms and longer, and blocks the event loop and all
 * deliveries. With this turn, a thread waits only until the other thread's transaction ends.
 */
export class WriteTurn {
  /** The memory that the turns of all threads share. Pass this to the other threads. */
  readonly shared: SharedArrayBuffer;
  readonly #state: Int32Array<SharedArrayBuffer>;

  readonly #longestWait: number;

  constructor(shared = new SharedArrayBuffer(4), longestWait = defaultLongestWait) {
    this.shared = shared;
    this.#longestWait = longestWait;
    this.#state = new Int32Array(shared);
  }

  /** Runs `work` in the turn. Blocks this thread while another has the turn, but no longer than `longestWait`. */
  take<T>(work: () => T): T {
    this.#wait();
    try {
      return work();
    } finally {
      if (Atomics.exchange(this.#state, 0, free) === awaited) Atomics.notify(this.#state, 0, 1);
    }
  }

  #wait(): void {
    if (Atomics.compareExchange(this.#state, 0, free, taken) === free) return;
    const until = performance.now() + this.#longestWait;
    // This thread can't know whether others wait, too. So the turn's end wakes one, perhaps for nothing.
    while (Atomics.exchange(this.#state, 0, awaited) !== free) {
      if (Atomics.wait(this.#state, 0, awaited, Math.max(0, until - performance.now())) === "timed-out") return;
    }
  }
}
