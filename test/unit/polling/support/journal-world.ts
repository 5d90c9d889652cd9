import type { OwnerType } from "../../../../shared/kernel/envelope.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { journalCheckpointOf } from "../../../../shared/polling/journal/journal-checkpoint.ts";
import { createJournalReader } from "../../../../shared/polling/journal/journal-reader.ts";
import { type JournalLimits, journalLimits } from "../../../../shared/polling/journal/read-journal.ts";
import type { Source } from "../../../../shared/source/source.ts";
import { FakeJournal } from "./fake-journal.ts";
import { MemoryJournalSink } from "./memory-journal-sink.ts";
import { PollingFixture } from "./polling-fixture.ts";

export const entry = (documentId: string, rest: JsonObject = {}): JsonObject => ({
  ...{ operation: "DOCUMENT_INSERT", documentId, changed: "2026-01-05T09:00:00Z" },
  ...rest,
});
/** The entries of the documents `d<from>` up to, but not including, `d<to>`. */
export const many = (from: number, to: number): JsonObject[] =>
  Array.from({ length: to - from }, (_, index) => entry(`d${from + index}`));

type Given = { readonly type?: OwnerType; readonly pageSize?: number; readonly limits?: Partial<JournalLimits> };

/** An owner or a room, its journal at the source, and visits that keep its entries in memory. */
export function journalWorld({ type = "Company", pageSize = 1_000, limits }: Given = {}) {
  const fixture = new PollingFixture(type === "Room" ? "room" : "owner", {}, { type, id: "o1" });
  const { clock } = fixture;
  const journal = new FakeJournal({ pageSize, now: () => clock.now() });
  const sink = new MemoryJournalSink();
  const parts = { ...fixture.parts, journal: sink, limits: { ...journalLimits, ...limits } };
  const reader = createJournalReader(parts);
  const poll = (requests?: number, source: Source = journal) => fixture.visit(reader, source, requests);
  const pollAfter = async (ms: number, requests?: number) => {
    clock.advance(ms);
    return poll(requests);
  };
  const kept = () => [...sink.kept.values()];
  const keptIds = () => kept().map(({ body }) => body["documentId"]);
  const position = async () => journalCheckpointOf(await fixture.checkpoint(), fixture.feed.feedId, 0);
  /** A visit whose worker dies after it counted the new entries and before it put them into the mirror. */
  const die = async () => {
    const died = Promise.withResolvers<unknown>();
    sink.record = () => new Promise(died.resolve);
    await Promise.race([poll(), died.promise]);
    Reflect.deleteProperty(sink, "record");
  };
  return { fixture, clock, journal, sink, reader, poll, pollAfter, kept, keptIds, position, die };
}
