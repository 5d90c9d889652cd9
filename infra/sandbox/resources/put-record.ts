import { DocumentChanges } from "../documents/document-changes.ts";
import type { Instance, Write } from "../store/instance.ts";
import type { Change } from "../store/oracle-journal.ts";
import type { Identified } from "../store/table.ts";
import type { Rows } from "../store/tables.ts";

export type RecordKind = "person" | "company" | "project" | "activity";

/** Also records for tests what a read by id returns from then on, as `view` renders it. */
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

const ownerTypes = { person: "Person", company: "Company", activity: "Activity" } as const;

/** Removes a record and the documents that it owns. References from other records stay. */
export function removeRecord(kind: keyof typeof ownerTypes) {
  return (instance: Instance, write: Write, { id }: Identified): void => {
    instance.commit(write, (transaction) => {
      new DocumentChanges(instance, transaction, write).removeOwned({ type: ownerTypes[kind], id });
      transaction.remove(kind, id);
      transaction.record({ resource: kind, operation: "delete", id: instance.ids.mask(kind, id) });
    });
  };
}
