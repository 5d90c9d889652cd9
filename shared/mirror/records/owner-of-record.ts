import type { Subject } from "../../kernel/catalogue.ts";
import { type Owner, ownerTypeOf } from "../../kernel/envelope.ts";
import { isJsonObject } from "../../kernel/json.ts";
import { isReadableId } from "../../source/path-of.ts";
import type { MirrorItem } from "../mirror-item.ts";

/**
 * Empty if records of the resource own no documents (docs/partner-api.md#document-owners). An activity gets a feed as
 * an owner only if the source resolves it as one (docs/partner-api.md#projects-are-flat).
 */
export function ownerOfRecord({ resource, id }: { readonly resource: Subject; readonly id: string }): Owner[] {
  if (resource === "activity") return [{ type: "Project", id, subOwner: "activity" }];
  const type = ownerTypeOf(resource);
  return type === undefined ? [] : [{ type, id }];
}

/** An activity's phase may own documents. Only a read by id shows it. */
export function phaseOf({ resource, full }: Pick<MirrorItem, "resource" | "full">): Owner | undefined {
  const phase = resource === "activity" ? full?.body["projectPhase"] : undefined;
  const id = isJsonObject(phase) ? phase["id"] : undefined;
  return typeof id === "string" && isReadableId(id) ? { type: "Project", id, subOwner: "phase" } : undefined;
}
