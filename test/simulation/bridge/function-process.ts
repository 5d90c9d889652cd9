import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { Ground } from "./ground.ts";
import type { Version } from "./releases.ts";

/**
 * A container's process. It may die at any call of a port: then whatever it awaits never resolves, no port accepts
 * anything from it, and its memory is lost. It has its own clock.
 */
export class FunctionProcess {
  readonly name: string;
  readonly clock: Clock;
  readonly version: Version;
  readonly #ground: Ground;
  readonly #whenDead: (() => void)[] = [];
  #isDead = false;

  constructor(name: string, ground: Ground, version: Version) {
    this.name = `${name}${version.name}`;
    this.version = version;
    this.#ground = ground;
    const { skew } = ground.conditions;
    const offset = Math.round((ground.randomness.fraction() * 2 - 1) * skew);
    this.clock = { now: () => ground.clock.now() + offset };
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Calls the listener now if a call killed the process before anyone could listen. */
  onDeath(listener: () => void): void {
    if (this.#isDead) listener();
    else this.#whenDead.push(listener);
  }

  die(where: string): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.#ground.deaths.set(this.name, this.#ground.clock.now());
    this.#ground.trace.note(this.name, `is killed ${where}`);
    for (const listener of this.#whenDead) listener();
  }

  /** The port as this process uses it. `sound` means that it may die with the process but never fails otherwise. */
  use<T extends object>(what: string, port: T, { sound = false } = {}): T {
    const wrapped = new Map<string | symbol, unknown>();
    return new Proxy(port, {
      get: (target, name) => {
        const known = wrapped.get(name);
        if (known !== undefined) return known;
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        const call = (...parameters: unknown[]) =>
          this.#call(`${what}.${String(name)}`, sound, async () => {
            this.#ground.actor = this.name;
            return Reflect.apply(method, target, parameters) as unknown;
          });
        wrapped.set(name, call);
        return call;
      },
    });
  }

  async #call(name: string, sound: boolean, effect: () => Promise<unknown>): Promise<unknown> {
    const ground = this.#ground;
    ground.calls += 1;
    await this.#peril(name, "before", sound);
    const result = await effect().catch((error: unknown) => this.#fail(error));
    ground.calls += 1;
    await this.#peril(name, "after", sound);
    if (!sound && ground.strikes("lostReply")) {
      ground.trace.note(this.name, `gets no reply to ${name}, which took effect`);
      throw this.version.code.unavailable(`no reply to ${name}`);
    }
    return result;
  }

  /** The engine's faults have the classes of today's code; another version knows its own. */
  #fail(error: unknown): never {
    throw error instanceof EngineUnavailableError ? this.version.code.unavailable(error.message) : error;
  }

  async #peril(name: string, when: "before" | "after", sound: boolean): Promise<void> {
    const ground = this.#ground;
    const wait = this.#latency();
    if (wait > 0 && !this.#isDead) await ground.clock.sleep(wait);
    ground.calls += 1;
    if (!this.#isDead && ground.strikes("kill")) this.die(`${when} ${name}`);
    if (this.#isDead) await new Promise(() => undefined);
    if (when === "before" && !sound && ground.strikes("refusal")) {
      ground.trace.note(this.name, `is refused ${name}`);
      throw this.version.code.unavailable(`${name} was refused`);
    }
  }

  /** Most calls take no time, so that a seed is fast. Enough of them take some, so that they run in any order. */
  #latency(): number {
    const ground = this.#ground;
    if (ground.strikes("slowCall")) return 500 + ground.below(3_500);
    const chance = ground.randomness.fraction();
    return chance < 0.3 ? 1 + Math.floor(chance * 60) : 0;
  }
}
