import { setImmediate } from "node:timers/promises";

/**
 * Runs the calls of a whole process one at a time, in the order in which they were made. Each waits for everything that
 * follows from the previous one, so that it doesn't matter which of two concurrent calls an engine answers first.
 */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  /** The port, with calls that wait for their turn. */
  use<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function"
          ? (...args: unknown[]) => this.#run(() => member.apply(target, args))
          : member;
      },
    });
  }

  /** Waits until no call is running, not even one that its caller doesn't wait for. */
  async idle(): Promise<void> {
    let last: unknown;
    do {
      last = this.#last;
      await last;
      await setImmediate();
    } while (last !== this.#last);
  }

  #run(call: () => unknown): Promise<unknown> {
    const result = this.#last.then(async () => {
      await setImmediate();
      return call();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
