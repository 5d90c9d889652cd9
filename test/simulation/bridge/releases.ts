import type { CodeVersion, SimulatedFunction } from "./code-version.ts";
import type { Ground } from "./ground.ts";

/** A version of the code under the name that the trace shows behind its processes' names. */
export type Version = { readonly name: string; readonly code: CodeVersion };

/** Those that the last release has in its packed module, too. The canary isn't one of them: it always runs today's code. */
const all = ["alert", "api", "clock", "deliver", "fanout", "poll", "publish", "recover", "tick"] as const;

/** Ms within which a deployment reaches all functions, in any order. */
const spread = 90_000;
/** Ms for which a gradual deployment leaves both versions at work. */
const gradual = 240_000;

/** Which version of the code each function runs. Deployments and rollbacks reach one function after the other. */
export class Releases {
  readonly #ground: Ground;
  readonly #today: Version;
  readonly #last: Version;
  /** One version of each function, or two while it changes gradually. */
  readonly #deployed: Map<SimulatedFunction, readonly Version[]>;
  /** What ran: `poll`, and `poll@last` for the last release's. */
  readonly ran = new Set<string>();
  #isSettled = false;

  /** `last` is absent where nothing but today's code ever runs. */
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

  /** Functions change within a minute and a half, in half of the cases gradually. */
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

  /** Today's code is everywhere from this moment on. */
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
