import type { Instance, Write } from "../store/instance.ts";
import type { Change } from "../store/oracle-journal.ts";
import type { Rows } from "../store/tables.ts";
import type { RecordKind } from "./record-endpoints.ts";

/** Commits a record and tells the oracle what a single read returns from then on (`view`). */
export function putRecord<Kind extends RecordKind>(
  instance: Instance,
  write: Write,
  change: { kind: Kind; row: Rows[Kind]; operation: "create" | "update" },
  view: (instance: Instance, row: Rows[Kind]) => Change["body"],
): Rows[Kind] {
  const { kind, row, operation } = change;
  instance.commit(write, (transaction) => {
    transaction.put(kind, row);
    const id = instance.ids.mask(kind, row.id);
    transaction.record({ resource: kind, operation, id, body: view(instance, row) });
  });
  return row;
}
