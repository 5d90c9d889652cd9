import { DocumentChanges } from "../documents/document-changes.ts";
import type { Instance, Write } from "../store/instance.ts";
import type { Identified } from "../store/table.ts";
import type { Rows } from "../store/tables.ts";
import { fullActivity } from "./activity/activity-view.ts";
import { fullCompany } from "./company/company-view.ts";
import { fullPerson } from "./person/person-view.ts";
import { fullProject } from "./project/project-view.ts";
import { modifiedStamps } from "./references.ts";

export type RecordKind = "person" | "company" | "project" | "activity";

type View<Row> = (instance: Instance, row: Row) => Record<string, unknown>;

/** What a read by id returns. */
export const fullViews: { readonly [Kind in RecordKind]: View<Rows[Kind]> } = {
  person: fullPerson,
  company: fullCompany,
  project: fullProject,
  activity: fullActivity,
};

/** Stores the row, and records for tests what a read by id returns from then on. */
export function putRecord<Kind extends RecordKind>(
  instance: Instance,
  write: Write,
  kind: Kind,
  row: Rows[Kind],
  operation: "create" | "update",
): Rows[Kind] {
  instance.commit(write, (transaction) => {
    transaction.put(kind, row);
    const id = instance.ids.mask(kind, row.id);
    transaction.record({ resource: kind, operation, id, body: fullViews[kind](instance, row) });
  });
  return row;
}

/** Changes part of a record. */
export function touchRecord<Kind extends RecordKind>(
  instance: Instance,
  write: Write,
  kind: Kind,
  row: Rows[Kind],
  change: Partial<Rows[Kind]>,
): Rows[Kind] {
  return putRecord(instance, write, kind, { ...row, ...modifiedStamps(instance, write, row), ...change }, "update");
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
