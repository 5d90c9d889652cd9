import type { Subject } from "../../kernel/catalogue.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { ownerTypeOf } from "../../kernel/owner-resource.ts";

/** The record as an owner of documents, if records of its resource are (docs/partner-api.md#document-owners). */
export function ownerOfRecord({ resource, id }: { readonly resource: Subject; readonly id: string }): Owner[] {
  const type = ownerTypeOf(resource);
  return type === undefined ? [] : [{ type, id }];
}
