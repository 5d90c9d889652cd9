import { PartnerEnforcement } from "../../../shared/delivery/partners/partner-enforcement.ts";
import { ApiKeyStore } from "../../../shared/partners/api-key-store.ts";
import { Authenticator } from "../../../shared/partners/authenticator.ts";
import { PartnerRegistry } from "../../../shared/partners/partner-registry.ts";
import { PortalLinks } from "../../../shared/partners/portal-links.ts";
import { WaitingRequests } from "../../../shared/partners/waiting-requests.ts";
import type { Container } from "../container.ts";
import { backlog, circuitStore, deliveryLog } from "./delivery.ts";
import { operationalEvents } from "./mirror.ts";
import { subscriptionStore } from "./subscriptions.ts";

export function partnerRegistry({ engine }: Container): PartnerRegistry {
  return new PartnerRegistry(engine.table("subscriptions"));
}

export function apiKeyStore({ engine }: Container): ApiKeyStore {
  const { clock, randomness, settings } = engine;
  const { operatorKeyHash, formerOperatorKeyHash } = settings;
  const table = engine.table("subscriptions");
  return new ApiKeyStore({ table, clock, randomness, operatorKeyHash, formerOperatorKeyHash });
}

export function portalLinks({ engine, get }: Container): PortalLinks {
  const { clock, randomness, settings } = engine;
  const { operatorKeyHash } = settings;
  const table = engine.table("subscriptions");
  return new PortalLinks({ table, keys: get(apiKeyStore), clock, randomness, operatorKeyHash });
}

export function waitingRequests({ engine }: Container): WaitingRequests {
  const { clock, sleeper, logger } = engine;
  return new WaitingRequests({ table: engine.table("subscriptions"), clock, sleeper, logger });
}

export function authenticator({ engine, get }: Container): Authenticator {
  const { operatorKeyHash, formerOperatorKeyHash } = engine.settings;
  const partners = get(partnerRegistry);
  return new Authenticator({ keys: get(apiKeyStore), partners, operatorKeyHash, formerOperatorKeyHash });
}

/** Makes everything that a partner owns match its registry entry. */
export function partnerEnforcement({ engine, get }: Container): PartnerEnforcement {
  const { clock, logger } = engine;
  return new PartnerEnforcement({
    ...{ table: engine.table("subscriptions"), partners: get(partnerRegistry), subscriptions: get(subscriptionStore) },
    ...{ circuits: get(circuitStore), backlog: get(backlog), log: get(deliveryLog) },
    ...{ events: get(operationalEvents), clock, logger },
  });
}
