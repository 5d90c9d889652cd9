import type { Randomness } from "../../shared/kernel/ports/randomness.ts";

export class InjectedFault extends Error {}

export type Mortality = {
  /** Probability that the process dies at a call of a port, before or after the call's effect. */
  readonly death: number;
  /** Probability that the engine fails a call, before or after its effect. */
  readonly fault: number;
};

export const noPeril: Mortality = { death: 0, fault: 0 };

/**
 * A worker process. Its ports may fail, and it may die at any await. Then whatever it awaits never resolves, no port
 * accepts anything from it, and its memory is lost.
 */
export class MortalProcess {
  readonly #randomness: Randomness;
  readonly #mortality: () => Mortality;
  #isDead = false;

  constructor(randomness: Randomness, mortality: () => Mortality) {
    this.#randomness = randomness;
    this.#mortality = mortality;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** The port as this process uses it. */
  use<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return (...parameters: unknown[]) =>
          this.#call(() => Reflect.apply(method, target, parameters) as Promise<unknown>);
      },
    });
  }

  async #call(call: () => Promise<unknown>): Promise<unknown> {
    await this.#peril();
    const result = await call();
    await this.#peril();
    return result;
  }

  async #peril(): Promise<void> {
    const { death, fault } = this.#mortality();
    const chance = this.#randomness.fraction();
    if (chance < death) this.#isDead = true;
    if (this.#isDead) await new Promise(() => undefined);
    if (chance < death + fault) throw new InjectedFault("the engine failed");
  }
}
