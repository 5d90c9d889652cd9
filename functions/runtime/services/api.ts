import manifest from "../../../package.json" with { type: "json" };
import { destinationVetting } from "../../../shared/adapters/http/vet-destination.ts";
import type { ApiServices } from "../../../shared/api/api-services.ts";
import { Cursors } from "../../../shared/api/http/cursor.ts";
import { EndpointAttention } from "../../../shared/api/status/endpoint-attention.ts";
import { EndpointReports } from "../../../shared/delivery/backlog/endpoint-report.ts";
import { PingRequests } from "../../../shared/delivery/ping/ping-requests.ts";
import { PullConsumer } from "../../../shared/delivery/pull/pull-consumer.ts";
import { ReplayControl } from "../../../shared/delivery/replay/replay-control.ts";
import { AuditLog } from "../../../shared/partners/audit-log.ts";
import { IdempotencyStore } from "../../../shared/partners/idempotency-store.ts";
import { RequestCounts } from "../../../shared/partners/request-counts.ts";
import { CredentialTests } from "../../../shared/polling/credential-test/credential-tests.ts";
import { QuarantineService } from "../../../shared/polling/quarantine/quarantine-service.ts";
import { HeldRemovals } from "../../../shared/polling/removals/held-removals.ts";
import { RemovalLedger } from "../../../shared/polling/removals/removal-ledger.ts";
import { walksOf } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { Container } from "../container.ts";
import { addressOf, publicUrlOf } from "../request-addresses.ts";
import { alertLog, alertRequests, alertSettingsStore } from "./alert-settings.ts";
import { attemptStatistics, backlog, circuitStore, deliveryLog, replaySource, replayStore } from "./delivery.ts";
import {
  apiKeyStore,
  authenticator,
  partnerEnforcement,
  partnerRegistry,
  portalLinks,
  waitingRequests,
} from "./partners.ts";
import { eventStore } from "./publishing.ts";
import { feedStore, planStore, pressureGauge, stalledOwners, subOwners } from "./schedule.ts";
import { type SignInSettings, signInWith } from "./sign-in.ts";
import { clockSkews, instanceRegistry, secretBox, sourceOutages } from "./source.ts";
import { projectionIntents, subscriptionProjection, subscriptionStore } from "./subscriptions.ts";

/** The parts of the API that each engine implements. */
export type OwnServices = Pick<ApiServices, "probe" | "redrive"> & { readonly signIn?: SignInSettings | undefined };

export function createApiServices(container: Container, { signIn, ...own }: OwnServices): ApiServices {
  const { engine, context, get } = container;
  const { settings } = engine;
  const { allowInsecureEndpoints, ownDomains, ownPort, portalUrl } = settings;
  const waiting = get(waitingRequests);
  const deliveries = engine.table("deliveries");
  const feedTable = engine.table("feeds");
  const [deliver, recover] = [engine.queue("deliver"), engine.queue("recover")];
  const [events, feeds] = [get(eventStore), get(feedStore)];
  const endpoints = new EndpointReports({
    ...context,
    ...{ circuits: get(circuitStore), statistics: get(attemptStatistics), backlog: get(backlog), deliveries },
  });
  const [subscriptions, partners] = [get(subscriptionStore), get(partnerRegistry)];
  return {
    version: manifest.version,
    replays: new ReplayControl({
      ...context,
      ...{ store: get(replayStore), source: get(replaySource), circuits: get(circuitStore) },
      ...{ deliveries, deliver, recover, waiting },
    }),
    pull: new PullConsumer({ ...context, log: get(deliveryLog), table: deliveries, events }),
    endpoints,
    endpointAttention: new EndpointAttention({ ...context, subscriptions, endpoints, partners }),
    statistics: get(attemptStatistics),
    endpointHealth: get(circuitStore),
    subscriptions,
    pings: new PingRequests({
      ...context,
      ...{ subscriptions: engine.table("subscriptions"), deliveries, deliver, waiting },
    }),
    vetDestination: destinationVetting({ ...context, allowInsecure: allowInsecureEndpoints, ownPort }),
    ownDomains,
    ownUrl: portalUrl,
    copies: get(subscriptionProjection),
    copyIntents: get(projectionIntents),
    instances: get(instanceRegistry),
    credentialTests: new CredentialTests({
      ...context,
      ...{ table: feedTable, secrets: get(secretBox), poll: engine.queue("poll") },
    }),
    feeds,
    feedTable,
    quarantine: new QuarantineService({ table: feedTable, feeds }),
    removals: new HeldRemovals({
      ...context,
      ledger: new RemovalLedger(feedTable),
      wake: async (instance, source, parts) => {
        await feeds.requestPoll(walksOf(instance, source).map(({ feedId }) => feedId));
        await feeds.markDirty(parts);
      },
    }),
    mirror: engine.table("mirror"),
    erasures: recover,
    plans: get(planStore),
    stalledOwners: get(stalledOwners),
    outages: get(sourceOutages),
    clockSkews: get(clockSkews),
    subOwners: get(subOwners),
    pressure: get(pressureGauge),
    events,
    deliveries,
    ...own,
    signIn: signIn && signInWith(container, signIn),
    ...context,
    waiting,
    authenticator: get(authenticator),
    partners,
    keys: get(apiKeyStore),
    portalLinks: get(portalLinks),
    publicUrl: (env) => publicUrlOf(env, settings.portalUrl),
    enforcement: get(partnerEnforcement),
    cursors: new Cursors(get(secretBox)),
    idempotency: new IdempotencyStore({ ...context, table: deliveries, secrets: get(secretBox) }),
    requestCounts: new RequestCounts(deliveries),
    audit: new AuditLog({ ...context, table: deliveries }),
    alertSettings: get(alertSettingsStore),
    alertLog: get(alertLog),
    alertRequests: get(alertRequests),
    sendsMail: settings.mailFrom !== undefined,
    awsPrincipal: settings.awsPrincipal,
    addressOf: (env) => addressOf(env, settings.trustedProxies),
    allowInsecureEndpoints,
  };
}
