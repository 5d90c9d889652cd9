import type { Instance, Transaction } from "../store/instance.ts";
import type { RecordKind } from "./record-endpoints.ts";

export function recordRemoval(transaction: Transaction, instance: Instance, kind: RecordKind, id: number): void {
  transaction.record({ resource: kind, operation: "delete", id: instance.ids.mask(kind, id) });
}
