import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { Source, SourceAnswer, SourcePage, SourceRequest } from "../../../../shared/source/source.ts";

type Row = { readonly sequence: number; body: JsonObject; visible: boolean };

export type FakeJournalOptions = {
  /** The source gives at most this many rows a page, whatever was asked. */
  readonly pageSize: number;
  readonly now: () => number;
};

/** A change feed as the contract has it: insertion order, cursors, no cursor at its end, late commits that fill in behind. */
export class FakeJournal implements Source {
  readonly #options: FakeJournalOptions;
  readonly #rows: Row[] = [];
  #generation = 0;
  #requests = 0;
  /** Answers of the next requests, in order, before any real ones. */
  readonly answers: SourceAnswer<SourcePage>[] = [];

  constructor(options: FakeJournalOptions) {
    this.#options = options;
  }

  get requests(): number {
    return this.#requests;
  }

  /** Every entry that is committed. */
  get committed(): readonly JsonObject[] {
    return this.#rows.filter(({ visible }) => visible).map(({ body }) => body);
  }

  /** Takes the next place in the feed; the returned function commits. */
  reserve(body: JsonObject): () => void {
    const row: Row = { sequence: this.#rows.length, body, visible: false };
    this.#rows.push(row);
    return () => {
      row.visible = true;
    };
  }

  append(...bodies: readonly JsonObject[]): void {
    for (const body of bodies) this.reserve(body)();
  }

  /** Every entry is shown differently from now on. */
  render(rendering: (body: JsonObject) => JsonObject): void {
    for (const row of this.#rows) row.body = rendering(row.body);
  }

  /** Every cursor given so far answers 400 from now on. */
  loseCursors(): void {
    this.#generation += 1;
  }

  async page({ query = {} }: SourceRequest): Promise<SourceAnswer<SourcePage>> {
    this.#requests += 1;
    const scripted = this.answers.shift();
    if (scripted !== undefined) return scripted;
    const { cursor, limit = "100" } = query;
    const [generation, sequence] = (cursor ?? `${this.#generation}:-1`).split(":").map(Number);
    if (generation !== this.#generation) return { outcome: "badRequest" };
    const rest = this.#rows.filter((row) => row.visible && row.sequence > sequence!);
    const items = rest.slice(0, Math.min(this.#options.pageSize, Number(limit)));
    const last = items.at(-1);
    const more = rest.length > items.length;
    const nextCursor = more && last !== undefined ? `${this.#generation}:${last.sequence}` : undefined;
    const moment = { beganAt: this.#options.now(), asOf: this.#options.now() };
    return {
      outcome: "ok",
      value: { items: items.map(({ body }) => body), nextCursor, totalItems: undefined },
      moment,
    };
  }

  async one(): Promise<SourceAnswer<JsonObject>> {
    return { outcome: "notFound", problem: true, moment: { beganAt: this.#options.now(), asOf: this.#options.now() } };
  }
}
