import { defined } from "../../kernel/defined.ts";
import { sortableId } from "../../kernel/sortable-id.ts";
import { defaultQuotas, partnerIdShape } from "../../partners/partner.ts";
import { checkedId, ownPartner } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { pageAnswer, pagingQuery } from "../http/cursor.ts";
import { endpoint } from "../http/endpoint.ts";
import { RequestError } from "../http/request-error.ts";
import { assertMatches, ifMatchHeader, tagged } from "../http/revision.ts";
import { enforced, patchedPartner } from "./partner-change.ts";
import { partnerAnswer, partnerInput, partnerParams, partnerPatch, partnerView } from "./partner-schemas.ts";

const read = { tag: "Partners", who: "operator", scope: "read" } as const;
const manage = { tag: "Partners", who: "operator", scope: "admin" } as const;

export const partnerRoutes = [
  endpoint("post", "/v1/partners", {
    ...manage,
    operationId: "createPartner",
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

  endpoint("get", "/v1/partners", {
    ...read,
    operationId: "listPartners",
    summary: "List partners, oldest first",
    query: pagingQuery,
    answers: { 200: pageAnswer(partnerAnswer, "PartnerPage") },
    handle: ({ query, context }, { cursors, partners }) =>
      cursors.list(context, query, partnerIdShape, (page) => partners.list(page), partnerView),
  }),

  endpoint("get", "/v1/partners/{partner}", {
    ...{ tag: "Partners", who: "partner", scope: "read" },
    operationId: "getPartner",
    summary: "Retrieve a partner",
    description: "A partner's key can retrieve only its own partner.",
    params: partnerParams,
    answers: { 200: ["The partner", partnerAnswer] },
    async handle({ params, caller, context }, services) {
      const found = await ownPartner(services, caller, params);
      return tagged(context, found, partnerView(found));
    },
  }),

  endpoint("patch", "/v1/partners/{partner}", {
    ...manage,
    operationId: "updatePartner",
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
];

function checkOrigins(origins: readonly string[] = [], services: ApiServices): void {
  const errors = origins.flatMap((origin, at) =>
    isOrigin(origin, services) ? [] : [{ field: `portalOrigins.${at}`, message: "must be https:// and a host only" }],
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

/** A bare origin can't end a directive of the page's policy and begin another one. */
function isOrigin(text: string, { allowInsecureEndpoints }: ApiServices): boolean {
  const url = URL.parse(text);
  const isSecure = url?.protocol === "https:" || (allowInsecureEndpoints && url?.protocol === "http:");
  return isSecure && url.origin === text && !/[\s;,*'"]/.test(text);
}
