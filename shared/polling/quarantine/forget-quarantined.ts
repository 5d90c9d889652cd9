import type { Subject } from "../../kernel/catalogue.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { fixedFeeds } from "../../schedule/feeds/feeds-of-instance.ts";
import { hashOf, noteKey, notePartition, parsePoison, poisonKey, poisonNote, poisonPrefix } from "./quarantine.ts";

/**
 * Deletes the quarantined rows that may be about one record. In the feeds of the record's resource, these are all rows
 * that contain its id. For a document, these are also the rows in owners' feeds that are noted under its id. Rows
 * anywhere else stay until they expire.
 */
export async function forgetQuarantined(table: Table, instance: string, subject: Subject, id: string): Promise<void> {
  const feeds = fixedFeeds(instance).filter(({ kind }) => kind.replace("-", "_").startsWith(subject));
  const quoted = JSON.stringify(id);
  for (const { feedId } of feeds) {
    for await (const item of queryAll(table, { pk: feedId, prefix: poisonPrefix })) {
      const poison = parsePoison(item);
      // Searches the text, because a shortened body has no fields. Also compares `recordId`, because the id may be in
      // the part that wasn't stored.
      const text = typeof poison.body === "string" ? poison.body : JSON.stringify(poison.body);
      if (poison.recordId !== id && !text.includes(quoted)) continue;
      await table.remove(noteKey(instance, poison.keptAt, hashOf(poison)));
      await table.remove({ pk: poison.pk, sk: poison.sk });
    }
  }
  if (subject === "document") await forgetDocument(table, instance, id);
}

/** Searches the notes: a document's rows are in owners' feeds, which are too many to read one by one. */
async function forgetDocument(table: Table, instance: string, id: string): Promise<void> {
  for await (const item of queryAll(table, { pk: notePartition(instance) })) {
    const note = parseStored(poisonNote, item, `note ${item.sk}`);
    if (note.recordId !== id || note.feedId.split("#", 2)[1] !== "owner") continue;
    await table.remove(poisonKey(note.feedId, note.hash));
    await table.remove({ pk: note.pk, sk: note.sk });
  }
}
