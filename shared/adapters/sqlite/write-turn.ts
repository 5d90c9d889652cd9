/** The states of a turn. A thread waits only in the state `awaited`, so that most turns end without waking a thread. */
const [free, taken, awaited] = [0, 1, 2];

/**
 * How long (ms) a thread waits before it takes the turn anyway, because the holder was terminated or is slow. From then
 * on, only SQLite's own lock keeps the threads apart.
 */
const defaultLongestWait = 1_000;

/** How long (ms) writers respect a hold of another thread, which may have been terminated. */
const defaultLongestHold = 10_000;

/** The places in the shared memory: the state of the turn, and the number of threads that hold the writers. */
const [turnAt, holdsAt] = [0, 1];

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
  readonly #longestHold: number;
  /** Whether this thread will be notified when the number of holds changes. */
  #isNotified = false;
  /** The number of holds that lasted too long. */
  #ignored = 0;

  constructor(shared = new SharedArrayBuffer(8), longestWait = defaultLongestWait, longestHold = defaultLongestHold) {
    this.shared = shared;
    this.#longestWait = longestWait;
    this.#longestHold = longestHold;
    this.#state = new Int32Array(shared);
  }

  /** Runs `work` in the turn. Blocks this thread while another has the turn, but no longer than `longestWait`. */
  take<T>(work: () => T): T {
    this.#wait();
    try {
      return work();
    } finally {
      if (Atomics.exchange(this.#state, turnAt, free) === awaited) Atomics.notify(this.#state, turnAt, 1);
    }
  }

  /** Asks the writers of all threads to begin no transaction until {@link release}. */
  hold(): void {
    Atomics.add(this.#state, holdsAt, 1);
  }

  release(): void {
    Atomics.sub(this.#state, holdsAt, 1);
    Atomics.notify(this.#state, holdsAt);
  }

  /** Whether writers should wait. If so, calls `changed` once that may have changed. */
  isHeld(changed: () => void): boolean {
    const holds = Atomics.load(this.#state, holdsAt);
    if (holds === 0) this.#ignored = 0;
    if (holds === this.#ignored) return false;
    if (!this.#isNotified) {
      this.#isNotified = true;
      void this.#awaitChange(holds).then(changed);
    }
    return true;
  }

  async #awaitChange(holds: number): Promise<void> {
    const outcome = await Atomics.waitAsync(this.#state, holdsAt, holds, this.#longestHold).value;
    this.#isNotified = false;
    if (outcome === "timed-out") this.#ignored = holds;
  }

  #wait(): void {
    if (Atomics.compareExchange(this.#state, turnAt, free, taken) === free) return;
    const until = performance.now() + this.#longestWait;
    // This thread can't know whether others wait, too. So the turn's end wakes one, perhaps for nothing.
    while (Atomics.exchange(this.#state, turnAt, awaited) !== free) {
      if (Atomics.wait(this.#state, turnAt, awaited, Math.max(0, until - performance.now())) === "timed-out") return;
    }
  }
}
