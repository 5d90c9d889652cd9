import type { Partner } from "../../partners/partner.ts";
import type { PartnerSettings } from "../../partners/partner-registry.ts";
import type { ApiServices } from "../api-services.ts";
import { RequestError } from "../http/request-error.ts";

/** How long (ms) a request works on the consequences of a change; the sweep does the rest. */
const timeToFollow = 10_000;

/**
 * Changes a partner and updates what it owns. If that is too much for one request, or if this process dies, the recover
 * function does the rest. `isComplete` says whether it has work left.
 */
export async function enforced(
  { partners, copyIntents, enforcement, clock }: ApiServices,
  id: string,
  change: (current: Partner) => PartnerSettings | undefined,
): Promise<{ readonly partner: Partner; readonly isComplete: boolean }> {
  if ((await partners.find(id)) === undefined) throw RequestError.notFound("This partner");
  const intent = await copyIntents.begin({ kind: "partner", partner: id });
  const partner = await partners.change(id, clock.now(), change);
  if (partner === undefined) throw RequestError.notFound("This partner");
  const followed = await enforcement.enforce(id, clock.now() + timeToFollow);
  if (followed === "done") await copyIntents.done(intent);
  // The next sweep continues where this request stopped.
  else await copyIntents.putOff(intent, followed);
  return { partner, isComplete: followed === "done" };
}
