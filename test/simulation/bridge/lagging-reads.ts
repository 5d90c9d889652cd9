import { fullActivity } from "../../../infra/sandbox/resources/activity/activity-view.ts";
import { fullProject } from "../../../infra/sandbox/resources/project/project-view.ts";
import type { Instance as SourceInstance } from "../../../infra/sandbox/store/instance.ts";
import type { SourceHttp } from "../../../shared/source/source-http.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import type { Ground } from "./ground.ts";
import { watchWrites } from "./watch-writes.ts";

/** In how many histories reads by id lag. */
const laggingShare = 0.5;
/** The longest lag (ms). It exceeds the overlap of the fast pass, and the time until the next sweep or walk. */
const longest = 9 * 60_000;

/** The part of the changes that reads by id show late in a history. */
export function lagOf(seed: number): number {
  const randomness = new SeededRandomness(seed * 86_028_121 + 19);
  return randomness.fraction() < laggingShare ? 0.2 + 0.6 * randomness.fraction() : 0;
}

/** What a read by id shows of a record, as the sandbox stores it. */
const views = {
  project: (source: SourceInstance, number: number) => {
    const row = source.tables.project.get(number);
    return row && fullProject(source, row);
  },
  activity: (source: SourceInstance, number: number) => {
    const row = source.tables.activity.get(number);
    return row && fullActivity(source, row);
  },
};
type Kind = keyof typeof views;
const isKind = (name: string): name is Kind => Object.hasOwn(views, name);
type Body = NonNullable<ReturnType<(typeof views)[Kind]>>;

/** What reads by id of a record show from `from` (unix ms) on. `isLate`: lists showed it earlier. */
type State = { readonly from: number; readonly body: Body; readonly isLate: boolean };

/**
 * The source as the bridge reads it. Its lists show each change at once, but some reads by id of projects and activities
 * show the state before the change for some time, even while the record changes again. Afterwards they show the states
 * in between, in their order.
 */
export class LaggingReads {
  readonly #ground: Ground;
  readonly #randomness: SeededRandomness;
  /** The states of the changed records, oldest first, by `<instance> <kind> <id>`. */
  readonly #states = new Map<string, State[]>();

  constructor(ground: Ground, sources: Iterable<SourceInstance>, seed: number) {
    this.#ground = ground;
    this.#randomness = new SeededRandomness(seed * 67_867_967 + 23);
    for (const source of sources) this.#watch(source);
  }

  #watch(source: SourceInstance): void {
    watchWrites(source, ({ table, row }) => {
      const kind = isKind(table) ? table : undefined;
      const before = kind && views[kind](source, row.id);
      return () => {
        const after = kind && views[kind](source, row.id);
        if (before && after) this.#note(`${source.name} ${kind} ${after.id}`, before, after);
      };
    });
  }

  #note(name: string, before: Body, after: Body): void {
    const { conditions, clock, trace } = this.#ground;
    if (conditions.lag === 0) return;
    const states = this.#states.get(name) ?? [{ from: 0, body: before, isLate: false }];
    const lag = this.#randomness.fraction() < conditions.lag ? longest * this.#randomness.fraction() ** 2 : 0;
    const from = Math.max(clock.now() + Math.floor(lag), ...states.map((state) => state.from));
    const isLate = from > clock.now();
    if (isLate) trace.note("source", `lets reads of ${name} lag until ${new Date(from).toISOString()}`);
    this.#states.set(name, [...states, { from, body: after, isLate }]);
  }

  /** The source, with reads by id that lag. */
  of(source: SourceHttp): SourceHttp {
    return {
      send: async (request) => {
        const answer = await source.send(request);
        const late = answer.outcome === "answered" && answer.status === 200 ? this.#late(request.path) : undefined;
        return late === undefined ? answer : { ...answer, body: JSON.stringify(late) };
      },
    };
  }

  /** What a read by id shows now, unless it is the latest state. `path` is `/acme/api/v1/en/project/M6Uy2LUmUQ4`. */
  #late(path: string): Body | undefined {
    const [, instance, , , , ...record] = path.split("/");
    const { conditions, clock } = this.#ground;
    const states = conditions.lag === 0 ? [] : (this.#states.get([instance, ...record].join(" ")) ?? []);
    const place = states.findLastIndex(({ from }) => from <= clock.now());
    return place < states.length - 1 ? states[place]?.body : undefined;
  }

  /** Whether a read by id has ever been older than a row of a list. Such a row may be left to a later reading. */
  hasLagged(name: string, modified: string): boolean {
    const states = this.#states.get(name) ?? [];
    return states.some(({ isLate, body }) => isLate && (body.modified ?? body.created) === modified);
  }
}
