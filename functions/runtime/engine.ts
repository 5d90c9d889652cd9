import type { AddressFamily } from "../../shared/adapters/http/dialer-resolve.ts";
import type { Clock, Sleeper } from "../../shared/kernel/ports/clock.ts";
import type { EventBus } from "../../shared/kernel/ports/event-bus.ts";
import type { KeyWrapper } from "../../shared/kernel/ports/key-wrapper.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { Mailer } from "../../shared/kernel/ports/mailer.ts";
import type { Metrics } from "../../shared/kernel/ports/metrics.ts";
import type { QueueSender } from "../../shared/kernel/ports/queue.ts";
import type { Randomness } from "../../shared/kernel/ports/randomness.ts";
import type { Table, TableScanner } from "../../shared/kernel/ports/table.ts";
import type { Tracer } from "../../shared/kernel/ports/tracer.ts";
import type { Timings } from "../../shared/kernel/timings.ts";
import type { QueueName, TableName } from "../../shared/kernel/topology.ts";
import type { TrustedProxies } from "./trusted-proxies.ts";

export type Settings = {
  /** The source's address, without a trailing slash, such as `https://partner.example.com`. */
  readonly partnerUrl: string;
  /** Allows webhooks to http URLs and private addresses, for local work. On AWS, it is true only for an emulator. */
  readonly allowInsecureEndpoints: boolean;
  /** Domain names of the bridge itself, including all their subdomains. Webhooks aren't sent there. */
  readonly ownDomains?: readonly string[] | undefined;
  /** The bridge's port on this machine's own addresses, once it listens; absent on AWS. */
  readonly ownPort?: (() => number | undefined) | undefined;
  /** The address families that webhooks and polls connect to; both if absent. Lambda has no route for IPv6. */
  readonly addressFamily?: AddressFamily;
  /** SHA-256 (hex) of the operator's API key. */
  readonly operatorKeyHash: string;
  /** The hash of the former operator key, which is also accepted; absent if there is none. */
  readonly formerOperatorKeyHash?: string | undefined;
  /** The address from which the bridge sends email. If absent, the bridge sends no email. */
  readonly mailFrom?: string | undefined;
  /** The portal's public address; absent if unknown. */
  readonly portalUrl?: string | undefined;
  /** Proxies in front of the API whose `X-Forwarded-For` is trusted; absent if there are none. */
  readonly trustedProxies?: TrustedProxies | undefined;
  /**
   * The AWS principal whose credentials assume partners' roles, such as `arn:aws:iam::123456789012:root`. Without it,
   * the API accepts no subscription with a destination in AWS.
   */
  readonly awsPrincipal?: string | undefined;
  readonly timings: Timings;
};

/** Everything that a handler needs from its environment. AWS and the single node each create one. */
export type Engine = {
  table(name: TableName): Table & TableScanner;
  queue(name: QueueName): QueueSender;
  readonly bus: EventBus;
  readonly keys: KeyWrapper;
  readonly clock: Clock;
  readonly sleeper: Sleeper;
  readonly randomness: Randomness;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Absent if no email is sent, and on AWS, where the Lambda function that sends email has its own mailer. */
  readonly mailer?: Mailer | undefined;
  readonly tracer?: Tracer | undefined;
  readonly settings: Settings;
};
