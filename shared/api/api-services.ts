import type { AlertLog } from "../alerts/alert-log.ts";
import type { AlertRequests } from "../alerts/alert-requests.ts";
import type { AlertSettingsStore } from "../alerts/alert-settings-store.ts";
import type { EndpointReports } from "../delivery/backlog/endpoint-report.ts";
import type { CircuitStore } from "../delivery/endpoint/circuit-store.ts";
import type { PartnerEnforcement } from "../delivery/partner-enforcement.ts";
import type { PingRequests } from "../delivery/ping/ping-requests.ts";
import type { PullConsumer } from "../delivery/pull/pull-consumer.ts";
import type { ReplayControl } from "../delivery/replay/replay-control.ts";
import type { AttemptStatistics } from "../delivery/statistics/attempt-statistics.ts";
import type { Context } from "../kernel/context.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import type { TableReader } from "../kernel/ports/table.ts";
import type { QueueName } from "../kernel/topology.ts";
import type { ApiKeyStore } from "../partners/api-key-store.ts";
import type { AuditLog } from "../partners/audit-log.ts";
import type { Authenticator } from "../partners/authenticator.ts";
import type { IdempotencyStore } from "../partners/idempotency-store.ts";
import type { PartnerRegistry } from "../partners/partner-registry.ts";
import type { PortalLinks } from "../partners/portal-links.ts";
import type { RequestCounts } from "../partners/request-counts.ts";
import type { WaitingRequests } from "../partners/waiting-requests.ts";
import type { CredentialTests } from "../polling/credential-test/credential-tests.ts";
import type { QuarantineService } from "../polling/quarantine/quarantine-service.ts";
import type { HeldRemovals } from "../polling/removals/held-removals.ts";
import type { EventStore } from "../publishing/event-store.ts";
import type { PressureGauge } from "../schedule/budget/pressure-gauge.ts";
import type { FeedStore } from "../schedule/feeds/feed-store.ts";
import type { StalledOwners } from "../schedule/feeds/stalled-owners.ts";
import type { SubOwners } from "../schedule/feeds/sub-owners.ts";
import type { PlanStore } from "../schedule/wheel/plan.ts";
import type { ClockSkews } from "../source/clock-skew.ts";
import type { InstanceRegistry } from "../source/instance-registry.ts";
import type { SourceOutages } from "../source/source-outages.ts";
import type { ProjectionIntents } from "../subscriptions/projection-intents.ts";
import type { SubscriptionProjection } from "../subscriptions/subscription-projection.ts";
import type { SubscriptionStore } from "../subscriptions/subscription-store.ts";
import type { Cursors } from "./http/cursor.ts";
import type { PortalAssets } from "./portal/portal-assets.ts";
import type { SignIn } from "./portal/sign-in.ts";
import type { EndpointAttention } from "./status/endpoint-attention.ts";
import type { StatusProbe } from "./status/status-probe.ts";

export type Redrive = {
  /**
   * Resolves with the number of dead letters that return to the queue. On AWS, this number is approximate, and SQS
   * moves the dead letters gradually. Throws EngineUnavailableError.
   */
  queue(name: QueueName): Promise<number>;
  /**
   * Resolves with the number of published changes. If the API lacks the permission, an operator runs `command` in a
   * shell.
   */
  readonly changes: (() => Promise<number>) | { readonly command: string };
};

export type ApiServices = Context & {
  readonly version: string;
  readonly subscriptions: SubscriptionStore;
  readonly endpoints: EndpointReports;
  readonly statistics: AttemptStatistics;
  readonly endpointHealth: CircuitStore;
  readonly replays: ReplayControl;
  readonly pull: PullConsumer;
  readonly pings: PingRequests;
  /** Resolves the host of a URL that `parseEndpointUrl` accepted, and checks its IP addresses. */
  readonly vetDestination: (url: string) => Promise<"allowed" | "refused" | "unresolved">;
  readonly copies: SubscriptionProjection;
  readonly copyIntents: ProjectionIntents;
  readonly instances: InstanceRegistry;
  readonly credentialTests: Pick<CredentialTests, "ask">;
  readonly feeds: FeedStore;
  readonly quarantine: QuarantineService;
  readonly removals: HeldRemovals;
  readonly feedTable: TableReader;
  readonly mirror: TableReader;
  readonly plans: PlanStore;
  readonly endpointAttention: EndpointAttention;
  readonly stalledOwners: StalledOwners;
  readonly outages: SourceOutages;
  readonly clockSkews: ClockSkews;
  readonly subOwners: SubOwners;
  readonly pressure: PressureGauge;
  readonly events: EventStore;
  readonly deliveries: TableReader;
  readonly erasures: QueueSender;
  readonly probe: StatusProbe;
  readonly redrive: Redrive;
  readonly waiting: WaitingRequests;
  readonly authenticator: Authenticator;
  readonly partners: PartnerRegistry;
  readonly keys: ApiKeyStore;
  readonly cursors: Cursors;
  readonly portalLinks: PortalLinks;
  /**
   * The bridge's public URL, without a trailing slash. The portal is at `/portal` below it. `env` is the request's
   * `context.env`.
   */
  readonly publicUrl: (env: unknown) => string;
  readonly idempotency: IdempotencyStore;
  readonly requestCounts: RequestCounts;
  readonly audit: AuditLog;
  readonly addressOf: (env: unknown) => string | undefined;
  readonly enforcement: PartnerEnforcement;
  readonly alertSettings: AlertSettingsStore;
  readonly alertLog: AlertLog;
  readonly alertRequests: AlertRequests;
  readonly sendsMail: boolean;
  readonly portal?: (() => Promise<PortalAssets>) | undefined;
  readonly signIn?: SignIn | undefined;
  /** The AWS principal that assumes partners' roles; absent if no events may go to AWS. */
  readonly awsPrincipal?: string | undefined;
  readonly allowInsecureEndpoints: boolean;
  /** Host names that lead to the bridge itself. */
  readonly ownDomains?: readonly string[] | undefined;
  /** The bridge's public address, if it is known. Webhook URLs at or below this address are refused. */
  readonly ownUrl?: string | undefined;
};
