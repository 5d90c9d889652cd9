import { PartnerEnforcement } from "../../../shared/delivery/partner-enforcement.ts";
import { ApiKeyStore } from "../../../shared/partners/api-key-store.ts";
import { Authenticator } from "../../../shared/partners/authenticator.ts";
import { PartnerRegistry } from "../../../shared/partners/partner-registry.ts";
import { PortalLinks } from "../../../shared/partners/portal-links.ts";
import { WaitingRequests } from "../../../shared/partners/waiting-requests.ts";
import { type Container, onTable, storeOn } from "../container.ts";
import { backlog, circuitStore, deliveryLog } from "./delivery.ts";
import { operationalEvents } from "./mirror.ts";
import { subscriptionStore } from "./subscriptions.ts";

export const partnerRegistry = /* @__PURE__ */ onTable("subscriptions", (table) => new PartnerRegistry(table));

export function apiKeyStore({ engine, context }: Container): ApiKeyStore {
  const { operatorKeyHash, formerOperatorKeyHash } = engine.settings;
  return new ApiKeyStore({ ...context, table: engine.table("subscriptions"), operatorKeyHash, formerOperatorKeyHash });
}

export function portalLinks({ engine, context, get }: Container): PortalLinks {
  const { operatorKeyHash } = engine.settings;
  return new PortalLinks({ ...context, table: engine.table("subscriptions"), keys: get(apiKeyStore), operatorKeyHash });
}

export const waitingRequests = /* @__PURE__ */ storeOn("subscriptions", WaitingRequests);

export function authenticator({ engine, get }: Container): Authenticator {
  const { operatorKeyHash, formerOperatorKeyHash } = engine.settings;
  const partners = get(partnerRegistry);
  return new Authenticator({ keys: get(apiKeyStore), partners, operatorKeyHash, formerOperatorKeyHash });
}

export function partnerEnforcement({ engine, context, get }: Container): PartnerEnforcement {
  return new PartnerEnforcement({
    ...context,
    ...{ table: engine.table("subscriptions"), partners: get(partnerRegistry) },
    ...{ subscriptions: get(subscriptionStore), circuits: get(circuitStore), backlog: get(backlog) },
    ...{ log: get(deliveryLog), events: get(operationalEvents) },
  });
}
