import type { JournalSink } from "../rows/record-sink.ts";
import type { SchemaWatch } from "../rows/row-sinks.ts";

/** The sink of journals, with a look at each entry's fields and operations. */
export function watchedJournal(journal: JournalSink, schema: SchemaWatch): JournalSink {
  return {
    async record(instance, owner, entries, asOf) {
      const bodies = entries.map(({ body }) => body);
      await schema.look(instance, "document_change", bodies);
      await journal.record(instance, owner, entries, asOf);
    },
    keptOccurrences: (...asked) => journal.keptOccurrences(...asked),
    knownEntries: (...asked) => journal.knownEntries(...asked),
    recordKeys: (...entries) => journal.recordKeys(...entries),
    holdsAny: (...asked) => journal.holdsAny(...asked),
    dropBodies: (...asked) => journal.dropBodies(...asked),
    ownerIsBaseline: (...asked) => journal.ownerIsBaseline(...asked),
  };
}
