import { type Owner, resourceOfOwner } from "../../kernel/envelope.ts";
import type { Source } from "../../source/source.ts";
import { endBecauseOf, type PassEnd } from "../feed-reader.ts";
import { recordPath } from "../rows/record-path.ts";

/** The path at which an owner is read by id; rooms and phases have none. */
export function ownerPath(owner: Owner): string | undefined {
  const resource = resourceOfOwner(owner);
  return resource && recordPath(resource, owner.id);
}

/**
 * Decides what it means that a journal returns 422 for its owner (hazards 51, 68). A room can't be read by id: lost
 * membership, expiry and nonexistence look alike. Neither can a phase, but its documents can. Any other owner is read
 * by id.
 */
export async function classifyUnresolvedOwner(source: Source, owner: Owner): Promise<PassEnd> {
  if (owner.subOwner === "phase") return { outcome: "parked", reason: "owner_gone" };
  const path = ownerPath(owner);
  if (path === undefined) return { outcome: "parked", reason: "unreachable" };
  const answer = await source.one({ path });
  if (answer.outcome === "ok") return { outcome: "parked", reason: "access_lost" };
  if (answer.outcome === "notFound" && answer.problem) return { outcome: "parked", reason: "owner_gone" };
  return endBecauseOf(answer);
}
