/** A process that ends before one of its calls: that call and all later ones reject and have no effect. */
export class Ending {
  hasEnded = false;
  #left: number;

  constructor(call: number) {
    this.#left = call;
  }

  /** The port as that process uses it. */
  of<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return async (...parameters: unknown[]) => {
          this.#left -= 1;
          if (this.#left <= 0) this.hasEnded = true;
          if (this.hasEnded) throw new Error("the process has ended");
          return Reflect.apply(method, target, parameters) as unknown;
        };
      },
    });
  }
}

/**
 * Runs a story repeatedly. In each run the process ends before another of its calls, and in the last run it isn't
 * interrupted. The story lets another process redo such work, and checks the result.
 */
export async function endingAnywhere(story: (ending: Ending) => Promise<void>): Promise<void> {
  for (let call = 1; ; call += 1) {
    const ending = new Ending(call);
    await story(ending);
    if (!ending.hasEnded) return;
  }
}
