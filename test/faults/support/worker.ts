import type { BusEntry } from "../../../shared/kernel/ports/event-bus.ts";
import type { SourceHttpAnswer } from "../../../shared/source/source-http.ts";
import { conflictOf, type Fault, failureOf, halfOf, type PortCall } from "./faults.ts";

/** Decides each call, and gets every call of every worker in order. */
export type Fate = {
  /** `isAlone`: whether no other call of the worker is under way. */
  next(call: PortCall, by: Worker, isAlone: boolean): Fault | undefined;
  /** Makes another worker do all its work. */
  other(): Promise<void>;
};

/** A function's process. Once it has ended, its calls do nothing and never return, and its memory is gone. */
export class Worker {
  readonly ended: Promise<"ended">;
  readonly #fate: Fate;
  #end: () => void = () => undefined;
  #isDead = false;
  #underWay = 0;

  constructor(fate: Fate) {
    this.#fate = fate;
    this.ended = new Promise((resolve) => {
      this.#end = () => {
        this.#isDead = true;
        resolve("ended");
      };
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** The port as this process uses it. */
  use<T extends object>(port: string, target: T): T {
    const wrapped = new Map<string | symbol, unknown>();
    return new Proxy(target, {
      get: (_, name) => {
        const known = wrapped.get(name);
        if (known !== undefined) return known;
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        const call = (...parameters: unknown[]) =>
          this.#call({ port, method: String(name), parameters }, async (given) =>
            Promise.resolve(Reflect.apply(method, target, given) as unknown),
          );
        wrapped.set(name, call);
        return call;
      },
    });
  }

  async #call(call: PortCall, effect: (parameters: readonly unknown[]) => Promise<unknown>): Promise<unknown> {
    if (this.#hasEnded()) return never();
    const fault = this.#fate.next(call, this, this.#underWay === 0);
    this.#underWay += 1;
    try {
      return await this.#outcome(call, fault, effect);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #outcome(
    call: PortCall,
    fault: Fault | undefined,
    effect: (parameters: readonly unknown[]) => Promise<unknown>,
  ): Promise<unknown> {
    const { parameters } = call;
    switch (fault) {
      case "rejects":
        return failureOf(call, fault);
      case "gateway 404":
        return gatewayNotFound;
      case "ends before":
        return this.#die();
      case "other before":
        await this.#fate.other();
        break;
      case "takes a part and rejects":
        await effect(halfOf(call));
        return failureOf(call, "takes effect and rejects");
      case "refuses one": {
        const [first, ...others] = parameters[0] as readonly BusEntry[];
        await effect([others]);
        return { refused: first === undefined ? [] : [first.id] };
      }
      default:
    }
    const result = await effect(parameters);
    if (this.#hasEnded()) return never();
    switch (fault) {
      case "takes effect and rejects":
        return failureOf(call, fault);
      case "takes effect and conflicts":
        return conflictOf(call, parameters, result);
      case "ends after":
        return this.#die();
      case "other after":
        await this.#fate.other();
        return result;
      default:
        return result;
    }
  }

  /** Checked again after each await, during which it may have ended. */
  #hasEnded(): boolean {
    return this.#isDead;
  }

  #die(): Promise<never> {
    this.#end();
    return never();
  }
}

const gatewayNotFound: SourceHttpAnswer = {
  ...{ outcome: "answered", status: 404, headers: { "content-type": "text/html" }, body: "<h1>404 Not Found</h1>" },
};

const never = (): Promise<never> => new Promise(() => undefined);
