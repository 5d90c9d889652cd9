import { defined } from "../../kernel/defined.ts";
import type { Partner, PartnerNotice } from "../../partners/partner.ts";
import type { PartnerSettings } from "../../partners/partner-registry.ts";
import type { ApiServices } from "../api-services.ts";
import { RequestError } from "../http/request-error.ts";
import type { PartnerPatch } from "./partner-schemas.ts";

/** The partner after a patch, with an event for each instance that it may no longer use. */
export function patchedPartner(current: Partner, patch: PartnerPatch): PartnerSettings {
  const instances = patch.instances ?? current.instances;
  const revoked = current.instances.filter((name) => !instances.includes(name));
  const { deliveriesPerSecond, ...counts } = patch.quotas ?? {};
  const { deliveriesPerSecond: standing, ...others } = current.quotas;
  const rate = deliveriesPerSecond === undefined ? standing : (deliveriesPerSecond ?? undefined);
  const portalOrigins = patch.portalOrigins ?? current.portalOrigins;
  return {
    ...defined({ portalOrigins }),
    name: patch.name ?? current.name,
    status: current.status,
    instances,
    quotas: { ...others, ...defined(counts), ...defined({ deliveriesPerSecond: rate }) },
    untold: [...current.untold, ...revoked.map((instance) => instanceRevoked(current, instance))],
  };
}

/** The partner in another status, with the event about it; undefined if it already has that status. */
export function withStatus(current: Partner, status: Partner["status"]): PartnerSettings | undefined {
  if (current.status === status || current.status === "deleting") return undefined;
  return { ...current, status, untold: [...current.untold, statusChanged(current, status)] };
}

const typeOf = {
  active: "bridge.partner_resumed",
  suspended: "bridge.partner_suspended",
  deleting: "bridge.partner_deleted",
} as const;

function statusChanged({ id, name, rev }: Partner, status: Partner["status"]): PartnerNotice {
  const type = typeOf[status];
  return { type, id: `${type}:${id}:${rev + 1}`, data: { partner: id, name } };
}

function instanceRevoked({ id, name, rev }: Partner, instance: string): PartnerNotice {
  const type = "bridge.instance_revoked";
  return { type, id: `${type}:${id}:${instance}:${rev + 1}`, data: { partner: id, name, instance } };
}

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
