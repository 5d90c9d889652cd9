import type { CodeVersion, SimulatedFunction } from "./code-version.ts";
import type { Ground } from "./ground.ts";

/** A version of the code, with the name that the trace appends to its processes' names. */
export type Version = { readonly name: string; readonly code: CodeVersion };

/**
 * The functions that are also in the last release's packed module. The canary isn't, so it always runs the current
 * code.
 */
const all = ["alert", "api", "clock", "deliver", "fanout", "poll", "publish", "recover", "tick"] as const;

/** How long (ms) a deployment takes to reach all functions, in any order. */
const spread = 90_000;
/** How long (ms) both versions run in a gradual deployment. */
const gradual = 240_000;

/** The version of the code that each function runs. Deployments and rollbacks reach one function after another. */
export class Releases {
  readonly #ground: Ground;
  readonly #today: Version;
  readonly #last: Version;
  /** One version of each function, or two while it changes gradually. */
  readonly #deployed: Map<SimulatedFunction, readonly Version[]>;
  /** The functions that ran: `poll`, and `poll@last` for the last release's. */
  readonly ran = new Set<string>();
  #isSettled = false;

  /** `last` is absent if only the current code runs. */
  constructor(ground: Ground, today: CodeVersion, last: CodeVersion | undefined) {
    this.#ground = ground;
    this.#today = { name: "", code: today };
    this.#last = last === undefined ? this.#today : { name: "@last", code: last };
    this.#deployed = new Map([...all.map((name) => [name, [this.#last]] as const), ["canary", [this.#today]]]);
  }

  /** The version that handles the next invocation of a function. */
  next(name: SimulatedFunction): Version {
    const deployed = this.#deployed.get(name) ?? [this.#today];
    const version = (deployed.length === 1 ? undefined : this.#ground.pick(deployed)) ?? deployed[0] ?? this.#today;
    this.ran.add(`${name}${version.name}`);
    return version;
  }

  /** Whether containers of a version are kept for further invocations. */
  isDeployed(name: SimulatedFunction, version: Version): boolean {
    return this.#deployed.get(name)?.includes(version) ?? false;
  }

  /** Functions change within a minute and a half, half of them gradually. */
  change(to: "today" | "last"): void {
    const version = to === "today" ? this.#today : this.#last;
    const { clock, trace } = this.#ground;
    trace.note("operator", to === "today" ? "deploys today's code" : "rolls back to the last release");
    for (const name of all) {
      const isGradual = this.#ground.chance(0.5);
      clock.at(clock.now() + this.#ground.below(spread), () => {
        this.#deploy(name, isGradual ? [this.#today, this.#last] : [version]);
        if (!isGradual) return;
        clock.at(clock.now() + this.#ground.below(gradual), () => {
          if (this.#deployed.get(name)?.length === 2) this.#deploy(name, [version]);
        });
      });
    }
  }

  /** From now on, all functions run the current code. */
  settle(): void {
    this.#isSettled = true;
    for (const name of all) this.#deployed.set(name, [this.#today]);
  }

  #deploy(name: SimulatedFunction, versions: readonly Version[]): void {
    if (this.#isSettled) return;
    this.#deployed.set(name, versions);
    const said = versions.map((version) => (version === this.#today ? "today's" : "the last release's")).join(" and ");
    this.#ground.trace.note(name, `now runs ${said} code`);
  }
}
