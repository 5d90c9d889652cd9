import { z } from "@hono/zod-openapi";
import { type Partner, partnerIdShape } from "../../partners/partner.ts";
import { checkedId, ownPartner } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { endpoint, Reply } from "../http/endpoint.ts";
import { RequestError } from "../http/request-error.ts";
import { enforced, withStatus } from "./partner-change.ts";
import { partnerAnswer, partnerParams, partnerView } from "./partner-schemas.ts";

const deletionQuery = z.strictObject({
  confirm: z.string().max(64).optional().openapi({
    description:
      "The partner's ID again. Without it, nothing is deleted, and the response describes what would be deleted.",
    example: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  }),
});

const manage = { tag: "Partners", who: "operator", scope: "admin", params: partnerParams } as const;
const change = { ...manage, answers: { 200: ["The current partner", partnerAnswer] } } as const;

export const partnerStatusRoutes = [
  endpoint("post", "/v1/partners/{partner}/suspend", {
    ...change,
    operationId: "suspendPartner",
    summary: "Suspend a partner",
    description:
      "Rejects the partner's keys immediately, and stops its deliveries within ten seconds. Deliveries in progress are held. Events published during the suspension aren't queued. To send them later, start a replay with `undelivered`.",
    handle: ({ params }, services) => changed(services, params.partner, "suspended"),
  }),

  endpoint("post", "/v1/partners/{partner}/resume", {
    ...change,
    operationId: "resumePartner",
    summary: "Resume a partner",
    description: "Accepts the partner's keys again and sends held deliveries.",
    handle: ({ params }, services) => changed(services, params.partner, "active"),
  }),

  endpoint("delete", "/v1/partners/{partner}", {
    ...manage,
    operationId: "deletePartner",
    summary: "Delete a partner and everything it owns",
    description:
      "Deletes the partner's subscriptions, waiting deliveries, keys, secrets and replays. Past deliveries are no longer listed and expire after 30 days. Without `confirm`, nothing is deleted, and the 409 response describes what would be deleted.",
    query: deletionQuery,
    answers: {
      202: ["The partner receives nothing from now on. Its data is deleted in the background", partnerAnswer],
      204: "Deleted",
    },
    problems: ["conflict", "confirmation-needed"],
    async handle({ params, query: { confirm }, caller }, services) {
      const { id } = await ownPartner(services, caller, params);
      if (confirm !== id)
        throw new RequestError("confirmation-needed", describeDeletion(await deletionOf(services, id), id));
      const { partner, isComplete } = await enforced(services, id, (current) => withStatus(current, "deleting"));
      return isComplete ? new Reply(204, undefined) : new Reply(202, partnerView(partner));
    },
  }),
];

async function changed(services: ApiServices, name: string, status: Partner["status"]) {
  const id = checkedId(name, partnerIdShape, "This partner");
  const { partner } = await enforced(services, id, (current) => {
    if (current.status === "deleting") throw new RequestError("wrong-state", "This partner is being deleted.");
    return withStatus(current, status);
  });
  return partnerView(partner);
}

/** What is deleted with a partner. With `more`, the number of waiting deliveries is a lower bound. */
type Deletion = {
  readonly subscriptions: number;
  readonly keys: number;
  readonly waiting: number;
  readonly more: boolean;
};

const pageSize = 200;

async function deletionOf({ subscriptions, keys, endpoints }: ApiServices, partner: string): Promise<Deletion> {
  const counted = { subscriptions: 0, keys: 0, waiting: 0, more: false };
  let after: string | undefined;
  for (let rest = true; rest; ) {
    const page = await subscriptions.list(partner, { after, limit: pageSize });
    for (const one of page.items) {
      const { backlog } = await endpoints.of(one);
      counted.subscriptions += 1;
      counted.waiting += backlog.held + backlog.waiting;
      counted.more ||= backlog.more;
    }
    after = page.items.at(-1)?.id ?? after;
    rest = page.more;
  }
  after = undefined;
  for (let rest = true; rest; ) {
    const page = await keys.list(partner, { after, limit: pageSize });
    counted.keys += page.items.length;
    after = page.items.at(-1)?.id ?? after;
    rest = page.more;
  }
  return counted;
}

function describeDeletion({ subscriptions, keys, waiting, more }: Deletion, id: string): string {
  const held = `${more ? "more than " : ""}${count(waiting, "waiting delivery", "waiting deliveries")}`;
  const all = `${count(subscriptions, "subscription")}, ${count(keys, "key")} and ${held}`;
  return `This permanently deletes ${all}. To confirm, repeat the request with ?confirm=${id}.`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
