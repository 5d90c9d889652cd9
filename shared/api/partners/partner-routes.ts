import { z } from "@hono/zod-openapi";
import { defined } from "../../kernel/defined.ts";
import { sortableId } from "../../kernel/sortable-id.ts";
import { defaultQuotas, type Partner, type PartnerNotice, partnerIdShape } from "../../partners/partner.ts";
import type { PartnerSettings } from "../../partners/partner-registry.ts";
import { checkedId, ownPartner } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { endpoint, Reply } from "../endpoint.ts";
import { pageAnswer, pagingQuery } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { assertMatches, ifMatchHeader, tagged } from "../http/revision.ts";
import {
  type PartnerPatch,
  partnerAnswer,
  partnerInput,
  partnerParams,
  partnerPatch,
  partnerView,
} from "./partner-schemas.ts";

const read = { tag: "Partners", who: "operator", scope: "read" } as const;
const manage = { tag: "Partners", who: "operator", scope: "admin" } as const;

const deletionQuery = z.strictObject({
  confirm: z.string().max(64).optional().openapi({
    description:
      "The partner's ID, to confirm the deletion. Without `confirm`, nothing is deleted, and the 409 response describes what would be deleted.",
    example: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  }),
});

const change = { ...manage, params: partnerParams, answers: { 200: ["The current partner", partnerAnswer] } } as const;

export const partnerRoutes = [
  endpoint("createPartner", "post", "/v1/partners", {
    ...manage,
    summary: "Create a partner",
    description: "A new partner has no key. Create one with `POST /v1/partners/{partner}/keys`.",
    body: partnerInput,
    answers: { 201: ["Created", partnerAnswer] },
    async handle({ body, draw, context }, services) {
      const { name, instances, portalOrigins, quotas = defaultQuotas } = body;
      checkOrigins(portalOrigins, services);
      await checkInstances(instances, services);
      const { deliveriesPerSecond, ...counts } = quotas;
      const settings = {
        ...{ name, instances, portalOrigins },
        quotas: { ...counts, ...defined({ deliveriesPerSecond }) },
      };
      const created = await services.partners.create(sortableId("prt", draw.at, draw), settings, draw.at);
      context.header("location", `/v1/partners/${created.id}`);
      return partnerView(created);
    },
  }),

  endpoint("listPartners", "get", "/v1/partners", {
    ...read,
    summary: "List partners, oldest first",
    query: pagingQuery,
    answers: { 200: pageAnswer(partnerAnswer, "PartnerPage") },
    handle: ({ query, context }, { cursors, partners }) =>
      cursors.list(context, query, partnerIdShape, (page) => partners.list(page), partnerView),
  }),

  endpoint("getPartner", "get", "/v1/partners/{partner}", {
    ...{ tag: "Partners", who: "partner", scope: "read" },
    summary: "Retrieve a partner",
    description: "A partner's key can retrieve only its own partner.",
    params: partnerParams,
    answers: { 200: ["The partner", partnerAnswer] },
    async handle({ params, caller, context }, services) {
      const found = await ownPartner(services, caller, params);
      return tagged(context, found, partnerView(found));
    },
  }),

  endpoint("updatePartner", "patch", "/v1/partners/{partner}", {
    ...manage,
    summary: "Update a partner",
    description:
      "To revoke an instance, leave it out of `instances`. Feedhook then stops sending the instance's events, including waiting ones, and publishes `bridge.instance_revoked`.",
    params: partnerParams,
    headers: ifMatchHeader,
    body: partnerPatch,
    answers: { 200: ["The current partner", partnerAnswer] },
    problems: ["wrong-state"],
    async handle({ params, headers, body: patch, context }, services) {
      const id = checkedId(params.partner, partnerIdShape, "This partner");
      checkOrigins(patch.portalOrigins, services);
      await checkInstances(patch.instances, services);
      const { partner } = await enforced(services, id, (current) => {
        assertMatches(headers["if-match"], current);
        if (current.status === "deleting") throw new RequestError("wrong-state", "This partner is being deleted.");
        return patchedPartner(current, patch);
      });
      return tagged(context, partner, partnerView(partner));
    },
  }),

  endpoint("suspendPartner", "post", "/v1/partners/{partner}/suspend", {
    ...change,
    summary: "Suspend a partner",
    description:
      "Rejects the partner's keys immediately, and stops its deliveries within ten seconds. Unfinished deliveries are held. Events published during the suspension aren't queued. To send those events later, start a replay with `undelivered`.",
    handle: ({ params }, services) => changed(services, params.partner, "suspended"),
  }),

  endpoint("resumePartner", "post", "/v1/partners/{partner}/resume", {
    ...change,
    summary: "Resume a partner",
    description: "Accepts the partner's keys again. Held deliveries are then sent.",
    handle: ({ params }, services) => changed(services, params.partner, "active"),
  }),

  endpoint("deletePartner", "delete", "/v1/partners/{partner}", {
    ...manage,
    params: partnerParams,
    summary: "Delete a partner and everything it owns",
    description:
      "Deletes the partner's subscriptions, waiting deliveries, keys, secrets and replays. Past deliveries are no longer listed, and are deleted after 30 days. Without `confirm`, nothing is deleted, and the 409 response describes what would be deleted.",
    query: deletionQuery,
    answers: {
      202: ["The partner receives nothing from now on. Its data is deleted in the background", partnerAnswer],
      204: "Deleted",
    },
    problems: ["conflict", "confirmation-needed"],
    async handle({ params, query: { confirm }, caller }, services) {
      const { id } = await ownPartner(services, caller, params);
      if (confirm !== id) throw new RequestError("confirmation-needed", await deletionText(services, id));
      const { partner, isComplete } = await enforced(services, id, (current) => withStatus(current, "deleting"));
      return isComplete ? new Reply(204, undefined) : new Reply(202, partnerView(partner));
    },
  }),
];

function checkOrigins(origins: readonly string[] = [], services: ApiServices): void {
  const errors = origins.flatMap((origin, at) =>
    isOrigin(origin, services)
      ? []
      : [{ field: `portalOrigins.${at}`, message: "must be https:// followed by a host only" }],
  );
  if (errors.length > 0) throw RequestError.invalid(errors);
}

async function checkInstances(names: readonly string[] = [], { instances }: ApiServices): Promise<void> {
  const found = await Promise.all(names.map(async (name) => instances.find(name)));
  const errors = found.flatMap((one, at) =>
    one === undefined ? [{ field: `instances.${at}`, message: "must be a registered instance" }] : [],
  );
  if (errors.length > 0) throw RequestError.invalid(errors);
}

/**
 * Accepts only a bare origin. Other text could end a directive of the portal's `Content-Security-Policy` and begin a
 * new one.
 */
function isOrigin(text: string, { allowInsecureEndpoints }: ApiServices): boolean {
  const url = URL.parse(text);
  const isSecure = url?.protocol === "https:" || (allowInsecureEndpoints && url?.protocol === "http:");
  return isSecure && url.origin === text && !/[\s;,*'"]/.test(text);
}

async function changed(services: ApiServices, name: string, status: Partner["status"]) {
  const id = checkedId(name, partnerIdShape, "This partner");
  const { partner } = await enforced(services, id, (current) => {
    if (current.status === "deleting") throw new RequestError("wrong-state", "This partner is being deleted.");
    return withStatus(current, status);
  });
  return partnerView(partner);
}

/** Says what a deletion would delete. If a backlog is too long to be counted, the number of deliveries is a lower bound. */
async function deletionText({ subscriptions, keys, endpoints }: ApiServices, id: string): Promise<string> {
  let [owned, waiting, more] = [0, 0, false];
  for await (const one of subscriptions.all(id)) {
    const { backlog } = await endpoints.of(one);
    owned += 1;
    waiting += backlog.held + backlog.waiting;
    more ||= backlog.more;
  }
  const found: string[] = [];
  for await (const key of keys.ids(id)) found.push(key);
  const held = `${more ? "at least " : ""}${count(waiting, "waiting delivery", "waiting deliveries")}`;
  const all = `${count(owned, "subscription")}, ${count(found.length, "key")} and ${held}`;
  return `This permanently deletes ${all}. To confirm, repeat the request with ?confirm=${id}.`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

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
    notices: [...current.notices, ...revoked.map((instance) => instanceRevoked(current, instance))],
  };
}

export function withStatus(current: Partner, status: Partner["status"]): PartnerSettings | undefined {
  if (current.status === status || current.status === "deleting") return undefined;
  return { ...current, status, notices: [...current.notices, statusChanged(current, status)] };
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

/** How long (ms) a request works on the consequences of a change. */
const timeToFollow = 10_000;

/**
 * Changes a partner and updates what it owns. If this takes longer than `timeToFollow`, or if the process dies, the
 * `recover` function does the rest. `isComplete`: nothing is left to do.
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
  else await copyIntents.putOff(intent, followed);
  return { partner, isComplete: followed === "done" };
}
