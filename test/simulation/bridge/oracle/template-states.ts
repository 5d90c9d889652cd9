import type { Instance as SourceInstance } from "../../../../infra/sandbox/store/instance.ts";
import type { CompletenessAnswer } from "../../../../shared/api/completeness/completeness-schemas.ts";
import { unixMs } from "../../../../shared/kernel/instant.ts";
import { mirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { recordKey } from "../../../../shared/mirror/mirror-key.ts";
import { bodiesOf, recordBody } from "../../../../shared/mirror/records/bodies.ts";
import { watchWrites } from "../watch-writes.ts";
import type { Watched } from "./watched.ts";

/** The fields that a template's list shows as the sandbox stores them. */
const kinds = {
  company_template: {
    table: "companyTemplate",
    masked: "company-template",
    fields: ["name", "code", "description", "isActive", "shouldBeMonitored", "isDefault", "isSystemType"],
  },
  project_template: {
    table: "projectTemplate",
    masked: "project-template",
    fields: ["name", "description", "projectType", "isActive", "year", "isGlobalProjectsAllowed"],
  },
} as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

/** What a template's list showed from `since` (unix ms) on. Without `content`, the template wasn't in the list. */
type State = { readonly since: number; readonly content: string | undefined };

/**
 * Knows what the lists of templates showed, and when. Templates have no change times, so a statement about them is
 * judged by their content: what a list showed at its moment, or something later, is in the mirror and on the bus.
 */
export class TemplateStates {
  readonly #world: Watched;
  /** The states of each template, oldest first, by `<instance> <kind> <id>`. */
  readonly #states = new Map<string, State[]>();

  constructor(world: Watched) {
    this.#world = world;
    for (const source of world.sandbox.instances.values()) {
      this.#look(source, 0);
      watchWrites(
        source,
        () => undefined,
        () => {
          this.#look(source, world.ground.clock.now());
        },
      );
    }
  }

  #look(source: SourceInstance, since: number): void {
    for (const kind of kindNames) {
      const { table, masked } = kinds[kind];
      const name = (id: number) => `${source.name} ${kind} ${source.ids.mask(masked, id)}`;
      const shown = new Map([...source.tables[table].all()].map((row) => [name(row.id), contentOf(kind, row)]));
      for (const known of this.#states.keys())
        if (known.startsWith(`${source.name} ${kind} `) && !shown.has(known))
          this.#note(known, { since, content: undefined });
      for (const [one, content] of shown) this.#note(one, { since, content });
    }
  }

  #note(name: string, state: State): void {
    const states = this.#states.get(name) ?? [];
    if (states.length > 0 && states.at(-1)?.content === state.content) return;
    this.#states.set(name, [...states, state]);
  }

  /** Compares an answer about an instance with what its lists of templates showed. */
  async judge(instance: string, answer: CompletenessAnswer): Promise<void> {
    for (const { kind: name, changes, removals } of answer.kinds) {
      const kind = kindNames.find((one) => one === name);
      if (kind === undefined) continue;
      const prefix = `${instance} ${kind} `;
      for (const [key, states] of this.#states) {
        if (!key.startsWith(prefix)) continue;
        const id = key.slice(prefix.length);
        await this.#judge({ instance, kind, id }, states, {
          changes: unixMs(changes.until),
          removals: unixMs(removals?.until),
        });
      }
    }
  }

  async #judge(
    one: { readonly instance: string; readonly kind: Kind; readonly id: string },
    states: readonly State[],
    known: { readonly changes: number | undefined; readonly removals: number | undefined },
  ): Promise<void> {
    const { witness, stream, tables } = this.#world;
    const { instance, kind, id } = one;
    const at = (until: number | undefined) =>
      states.findLastIndex(({ since }) => until !== undefined && since <= until);
    for (const about of ["changes", "removals"] as const) {
      const place = at(known[about]);
      const state = states[place];
      if (state === undefined || (state.content === undefined) !== (about === "removals")) continue;
      const later = new Set(states.slice(place).map(({ content }) => content));
      const stored = await tables.mirror.memory.get(recordKey(instance, kind, id));
      const item = stored && mirrorItem.parse(stored);
      // What is gone again is judged as a removal, and what came and went between two lists is never known.
      if (about === "changes" ? later.has(undefined) : item === undefined) continue;
      const isGone = item === undefined || item.state === "deleted";
      const held = isGone ? undefined : contentOf(kind, recordBody(kind, bodiesOf(item)));
      const until = new Date(known[about] ?? 0).toISOString();
      const since = new Date(state.since).toISOString();
      const what = `${about} of ${kind} count as complete until ${until}, but that of ${id} at ${since}`;
      if (!later.has(held)) witness.violates(`${what} isn't read`);
      else if (!stream.hasLost && !this.#isOnBus(one, later)) witness.violates(`${what} isn't published`);
    }
  }

  #isOnBus(
    { instance, kind, id }: { readonly instance: string; readonly kind: Kind; readonly id: string },
    contents: ReadonlySet<string | undefined>,
  ): boolean {
    return this.#world.witness.publishedOf(instance).some(({ subject, type, data }) => {
      const content = type.endsWith(".removed") ? undefined : contentOf(kind, data ?? {});
      return subject.type === kind && subject.id === id && contents.has(content);
    });
  }
}

function contentOf(kind: Kind, body: { readonly [field: string]: unknown }): string {
  return JSON.stringify(kinds[kind].fields.map((field) => body[field] ?? null));
}
