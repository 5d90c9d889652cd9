import type { Randomness } from "../../shared/kernel/ports/randomness.ts";

type Waiting = { readonly worker: number; readonly go: () => void };

/**
 * Runs workers that share no memory, one await at a time in a random order. A call of a port pauses here before and
 * after its effect. A worker that crashes is simply never continued.
 */
export class Interleaver {
  readonly #randomness: Randomness;
  #waiting: Waiting[] = [];
  readonly #dead = new Set<number>();
  #workers = 0;

  constructor(randomness: Randomness) {
    this.#randomness = randomness;
  }

  newWorker(): number {
    this.#workers += 1;
    return this.#workers;
  }

  /** The port with a pause before and after each of its calls. */
  paused<T extends object>(worker: number, port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as unknown;
        if (typeof method !== "function") return method;
        return async (...parameters: unknown[]) => {
          await this.#pause(worker);
          const result = (await Reflect.apply(method, target, parameters)) as unknown;
          await this.#pause(worker);
          return result;
        };
      },
    });
  }

  /** Continues a waiting worker, or lets it crash where it is. Returns false if none waits. */
  async step(crashes: number): Promise<boolean> {
    await settled();
    const alive = this.#waiting.filter(({ worker }) => !this.#dead.has(worker));
    this.#waiting = alive;
    const [chosen] = alive.splice(Math.floor(this.#randomness.fraction() * alive.length), 1);
    if (chosen === undefined) return false;
    if (this.#randomness.fraction() < crashes) this.#dead.add(chosen.worker);
    else chosen.go();
    await settled();
    return true;
  }

  #pause(worker: number): Promise<void> {
    return new Promise((go) => {
      this.#waiting.push({ worker, go });
    });
  }
}

/** Lets everything run that waits only for promises. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
