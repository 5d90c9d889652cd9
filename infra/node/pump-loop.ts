/** How long (ms) a pump waits before it works again. A wake-up shortens the wait, unless the pump is backing off. */
export type PumpWait = { readonly ms: number; readonly backingOff?: true };

/** Lets a pump work at each wake-up and, without one, after the wait that its last work asked for. */
export class PumpLoop {
  readonly #work: () => Promise<PumpWait>;
  #timer: NodeJS.Timeout | undefined;
  #wakeUp: NodeJS.Immediate | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #backingOff = false;

  /** `work` never rejects. */
  constructor(work: () => Promise<PumpWait>) {
    this.#work = work;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Several calls cause a single run. */
  wake(): void {
    this.#wakeUp ??= setImmediate(() => {
      this.#wakeUp = undefined;
      // A wake-up doesn't mean that the fault has passed.
      if (!this.#backingOff) this.#run();
    });
  }

  /** Whether the loop was woken since the last call and isn't stopped. */
  takeWakeUp(): boolean {
    const again = this.#again && !this.#stopped;
    this.#again = false;
    return again;
  }

  /** Lets no further work begin, and resolves when the running work is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #run(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#work().then(({ ms, backingOff = false }) => {
      this.#running = undefined;
      this.#backingOff = backingOff;
      if (this.#stopped) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#backingOff = false;
        this.#run();
      }, ms);
    });
  }
}
