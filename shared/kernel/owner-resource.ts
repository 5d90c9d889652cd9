import type { RecordResource, Subject } from "./catalogue.ts";
import { type Owner, ownerType } from "./envelope.ts";

/**
 * The resource that an owner of documents is a record of. A room is none: it is registered, no list shows it, and it can't
 * be asked for by id.
 */
export const resourceOfOwner: { readonly [type in Owner["type"]]: RecordResource | undefined } = {
  Company: "company",
  Person: "person",
  Project: "project",
  Room: undefined,
};

/** The owner type of a resource's records; undefined if they own no documents. */
export function ownerTypeOf(resource: Subject): Owner["type"] | undefined {
  return ownerType.options.find((type) => resourceOfOwner[type] === resource);
}
