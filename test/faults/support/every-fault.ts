import type { Timings } from "../../../shared/kernel/timings.ts";
import { type Canon, difference, type End, endOf } from "./canonical.ts";
import type { Endpoints } from "./endpoints.ts";
import { Failures } from "./failures.ts";
import { FaultWorld, type State } from "./fault-world.ts";
import { type Fault, faultsOf, type PortCall, reading } from "./faults.ts";
import { type KnownBridge, knownBridge, sandboxTime, well } from "./known-bridge.ts";
import { Moments } from "./moments.ts";

export type UseCase = {
  /** As named in `covered.ts`. */
  readonly name: string;
  readonly endpoints?: Endpoints;
  readonly timings?: Partial<Timings>;
  /** The start; absent: a bridge at rest. `changed`: with changes to two records in the stream. */
  readonly from?: "state" | "changed";
  /** Real use of the bridge up to the moment before. It returns that moment if the world went on. */
  readonly prepare?: (world: FaultWorld, bridge: KnownBridge) => Promise<State | undefined> | Promise<void>;
  /** The work whose calls fail, once each. Its return value is part of the end. */
  readonly act: (world: FaultWorld, bridge: KnownBridge) => Promise<unknown>;
  /** Runs everything that production would repeat; absent: {@link sweeps}. */
  readonly settle?: (world: FaultWorld, bridge: KnownBridge) => Promise<void>;
  readonly canon?: Canon;
  /** How often the same event may be posted to one endpoint; absent: once more than without faults. */
  readonly repeats?: number;
  /** The same beside another worker. */
  readonly repeatsBeside?: number;
  /** Correct differences. Their declaration says why. */
  readonly allows?: (end: End, fault: Fault, call: PortCall) => End;
  /** Two concurrent ones aren't the same request or message twice, and end differently. */
  readonly alone?: true;
  /** Reads whose parameters differ only in numbers are tried three times, because the wheel has hundreds of slots. */
  readonly likeReadsAlike?: true;
  /** Short enough for every pair of faults. */
  readonly inPairs?: true;
};

type Point = { readonly at: number; readonly fault: Fault };
type Run = {
  readonly end: End;
  readonly calls: readonly PortCall[];
  readonly moments: Moments;
  readonly acted: number;
  /** Whether time passed while another process worked. */
  readonly waited: boolean;
  readonly world: FaultWorld;
};

export type Covered = { readonly points: number; readonly calls: number };

/** The sweeps of the `recover` queue, at growing intervals, with everything they and the queues cause. */
export async function sweeps(world: FaultWorld): Promise<void> {
  for (const minutes of [0, 1, 1, 1, 2, 5, 10, 20, 40]) {
    await world.run(minutes * 60_000);
    world.send("recover", [{ body: JSON.stringify({ kind: "sweep" }) }]);
    await world.run(1_000);
  }
  await world.run(120_000);
}

/** A use case whose starting state was created once, so that it can run from there any number of times. */
export class Faults {
  readonly #useCase: UseCase;
  readonly #bridge: KnownBridge;
  readonly #state: State;

  static async of(useCase: UseCase): Promise<Faults> {
    const bridge = await knownBridge();
    const { endpoints = well, prepare, from = "state" } = useCase;
    const world = new FaultWorld(bridge[from], { sandbox: bridge.sandbox, endpoints, timings: useCase.timings }, 7);
    sandboxTime.of = world;
    const before = await prepare?.(world, bridge);
    return new Faults(useCase, bridge, before ?? world.state);
  }

  private constructor(useCase: UseCase, bridge: KnownBridge, state: State) {
    this.#useCase = useCase;
    this.#bridge = bridge;
    this.#state = state;
  }

  async run(...points: readonly Point[]): Promise<Run> {
    const { endpoints = well, timings, act, settle = sweeps, canon = {} } = this.#useCase;
    const world = new FaultWorld(this.#state, { sandbox: this.#bridge.sandbox, endpoints, timings });
    sandboxTime.of = world;
    const calls: PortCall[] = [];
    const moments = new Moments();
    let waited = false;
    world.fate = {
      next: (call, by, isAlone) => {
        calls.push(call);
        moments.add({ call, by, isAlone, now: world.now });
        return points.find(({ at }) => at === calls.length)?.fault;
      },
      other: async () => {
        const { now } = world;
        await world.beside(() => act(world, this.#bridge));
        waited ||= world.now !== now;
      },
    };
    const answer = await act(world, this.#bridge);
    const acted = calls.length;
    await settle(world, this.#bridge);
    const end = endOf(world, this.#state, canon);
    const said = answer === undefined ? [] : [`answer ${JSON.stringify(answer)}`];
    return { end: [...said, ...end].toSorted(), calls, moments, acted, waited, world };
  }

  /** Every call with each of its possible faults. */
  async every(): Promise<Covered> {
    const whole = await this.run();
    const all = this.#tried(whole).flatMap(({ at, call }) => faultsOf(call).map((fault) => ({ at, fault, call })));
    const points = whole.moments.distinct(all);
    const failures = new Failures();
    for (const point of points) {
      const found = await this.run(point);
      const wrong = this.#wrong(whole, found, point.fault, point.call);
      if (wrong !== undefined) failures.add(wrong, described(point));
    }
    return this.#judged(whole, points.length, failures);
  }

  /** The same work by another process, to its end, before and after the effect of each call. */
  async interleaved(): Promise<Covered> {
    const { repeatsBeside = 1 } = this.#useCase;
    const whole = await this.run();
    const points = this.#tried(whole).flatMap(({ at, call }) =>
      (["other before", "other after"] as const).map((fault) => ({ at, fault, call })),
    );
    const failures = new Failures();
    const seen = new Set<number | undefined>();
    let runs = 0;
    for (const point of points) {
      const moment = whole.moments.of(point.at, point.fault);
      if (seen.has(moment)) continue;
      const found = await this.run(point);
      runs += 1;
      // Otherwise the process computes before or after that time, depending on the call.
      if (!found.waited) seen.add(moment);
      const wrong = this.#wrong(whole, found, point.fault, point.call, repeatsBeside);
      if (wrong !== undefined) failures.add(wrong, described(point));
    }
    return this.#judged(whole, runs, failures);
  }

  /** Two calls in a row in one run, each with the faults that leave most behind. */
  async pairs(): Promise<Covered> {
    const whole = await this.run();
    const kinds = (call: PortCall) =>
      faultsOf(call).filter((fault) => fault === "ends before" || fault === "takes effect and rejects");
    const within = ({ calls, moments }: Run, from: number, to: number) =>
      moments.distinct(
        calls
          .slice(from, to)
          .flatMap((call, place) => kinds(call).map((fault) => ({ at: from + place + 1, fault, call }))),
      );
    const failures = new Failures();
    let points = 0;
    for (const first of within(whole, 0, whole.acted)) {
      const alone = await this.run(first);
      for (const second of within(alone, first.at, first.at + whole.acted)) {
        points += 1;
        const wrong = this.#wrong(whole, await this.run(first, second), first.fault, first.call, 2);
        const both = `${described(first)}, and then call ${second.at} ${second.fault}`;
        if (wrong !== undefined) failures.add(wrong, both);
      }
    }
    return this.#judged(whole, points, failures);
  }

  #tried(whole: Run): readonly { readonly at: number; readonly call: PortCall }[] {
    const all = acted(whole).map((call, place) => ({ at: place + 1, call }));
    if (this.#useCase.likeReadsAlike !== true) return all;
    const times = new Map<string, number>();
    return all.filter(({ call: { port, method, parameters } }) => {
      const like = `${port} ${method} ${JSON.stringify(parameters).replaceAll(/\d+/g, "0")}`;
      times.set(like, (times.get(like) ?? 0) + 1);
      return !reading.has(method) || (times.get(like) ?? 0) <= 3;
    });
  }

  #wrong(whole: Run, { end, world }: Run, fault: Fault, call: PortCall, faults = 1): string | undefined {
    const { allows = (one) => one, repeats = faults } = this.#useCase;
    const differs = difference(allows(whole.end, fault, call), allows(end, fault, call));
    const most = (one: FaultWorld, post: (typeof world.posts)[number]) =>
      one.posts.filter(({ url, event }) => url === post.url && event === post.event).length;
    const again = world.posts.find((post) => most(world, post) > Math.max(1, most(whole.world, post)) + repeats);
    const posted = again && `  posts ${again.event} ${most(world, again)} times to ${again.url}`;
    const both = [differs, posted].filter((one) => one !== undefined);
    return both.length === 0 ? undefined : both.join("\n");
  }

  #judged(whole: Run, points: number, failures: Failures): Covered {
    if (points === 0) throw new Error(`${this.#useCase.name} makes no call: ${whole.end[0] ?? ""}`);
    if (failures.many > 0)
      throw new Error(`${this.#useCase.name}: ${failures.many} of ${points} points end otherwise\n${failures.text}`);
    return { points, calls: whole.acted };
  }
}

const acted = ({ calls, acted: many }: Run): readonly PortCall[] => calls.slice(0, many);

const described = ({ at, fault, call: { port, method, parameters } }: Point & { readonly call: PortCall }): string =>
  `call ${at} ${fault}: ${port}.${method}(${JSON.stringify(parameters).slice(0, 260)})`;
