import type { RecordResource, Subject } from "./catalogue.ts";
import { type Owner, ownerType } from "./envelope.ts";

const resources: { readonly [type in Owner["type"]]: RecordResource | undefined } = {
  Company: "company",
  Person: "person",
  Project: "project",
  Room: undefined,
};

/**
 * The resource to which an owner of documents belongs. A room and a phase have none: no list shows them, and they can't
 * be read by id.
 */
export function resourceOfOwner({ type, subOwner }: Owner): RecordResource | undefined {
  if (subOwner === undefined) return resources[type];
  return subOwner === "activity" ? "activity" : undefined;
}

/** The owner type of a resource's records; undefined if they don't own documents. */
export function ownerTypeOf(resource: Subject): Owner["type"] | undefined {
  return ownerType.options.find((type) => resources[type] === resource);
}
