/** For Node 22, which lacks AsyncDisposableStack. Has only the parts that this code uses. */
class DisposableStack implements AsyncDisposable {
  #deferred: (() => unknown)[] = [];

  defer(work: () => unknown): void {
    this.#deferred.push(work);
  }

  move(): DisposableStack {
    const moved = new DisposableStack();
    moved.#deferred = this.#deferred;
    this.#deferred = [];
    return moved;
  }

  async disposeAsync(): Promise<void> {
    const errors: unknown[] = [];
    for (let work = this.#deferred.pop(); work !== undefined; work = this.#deferred.pop()) {
      try {
        await work();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync();
  }
}

// esbuild injects this file, so its export replaces the global.
const known: unknown = Reflect.get(globalThis, "AsyncDisposableStack");
const stack = typeof known === "function" ? known : DisposableStack;

export { stack as AsyncDisposableStack };
