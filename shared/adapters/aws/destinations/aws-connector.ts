import type { Connector, ConnectorRequest } from "../../../delivery/attempt/connector.ts";
import type { DialOutcome } from "../../../delivery/attempt/dialer.ts";
import type { Clock } from "../../../kernel/ports/clock.ts";
import { RecentMap } from "../../../kernel/recent-map.ts";
import { type Destination, type DestinationKind, type Place, placeOf } from "../../../subscriptions/destination.ts";
import { DestinationError, failureOf } from "./destination-failure.ts";
import type { ClientOptions, DestinationModule, SendEvent } from "./destination-module.ts";

const modules: { readonly [kind in DestinationKind]: () => Promise<DestinationModule> } = {
  sqs: () => import("./sqs-destination.ts"),
  s3: () => import("./s3-destination.ts"),
  eventbridge: () => import("./event-bridge-destination.ts"),
};

/** The maximum number of destinations whose client and credentials are kept. The oldest ones are dropped first. */
const mostDestinations = 500;

export type AwsConnectorParts = {
  readonly clock: Clock;
  /**
   * Emulators don't check trust policies. With `isEmulator`, a role that doesn't require the external id is also
   * accepted.
   */
  readonly isEmulator: boolean;
  /** Replaces the addresses of AWS, for tests. */
  readonly endpoint?: string | undefined;
};

/** Sends events to destinations in AWS. Loads the SDK when it sends the first event. */
export class AwsConnector implements Connector {
  readonly #parts: AwsConnectorParts;
  readonly #opened = new RecentMap<Promise<SendEvent>>(mostDestinations);
  /**
   * Options until the first STS client is created, and then that client's handler, so that later clients share its
   * connections.
   */
  #requestHandler: ClientOptions["requestHandler"] = {
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
    throwOnRequestTimeout: true,
    httpsAgent: { maxSockets: 200 },
  };

  constructor(parts: AwsConnectorParts) {
    this.#parts = parts;
  }

  async send(request: ConnectorRequest): Promise<DialOutcome> {
    const { clock } = this.#parts;
    const startedAt = clock.now();
    const taken = () => ({ ms: Math.max(clock.now() - startedAt, 0), timing: {} });
    const aborting = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          aborting.abort();
          reject(new DOMException("the deadline has passed", "TimeoutError"));
        },
        Math.max(request.deadline, 0),
      );
    });
    try {
      const sent = this.#openFor(request).then((send) => send(request, aborting.signal));
      await Promise.race([sent, late]);
      return { outcome: "answered", status: 200, headers: {}, ...taken() };
    } catch (error) {
      return { ...failureOf(error), ...taken() };
    } finally {
      clearTimeout(timer);
    }
  }

  #openFor({ destination, subscription }: ConnectorRequest): Promise<SendEvent> {
    const { kind, target, roleArn = "", externalId } = destination;
    const key = [kind, target, roleArn, externalId].join(" ");
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const opened = this.#open(destination, subscription);
    this.#opened.set(key, opened);
    opened.catch(() => {
      this.#opened.delete(key);
    });
    return opened;
  }

  async #open(destination: Destination, subscription: string): Promise<SendEvent> {
    const place = placeOf(destination);
    if (place === undefined) throw new DestinationError(400, "InvalidTarget", "The target has an unknown form.");
    const { open, allowed } = await modules[destination.kind]();
    const { clock, isEmulator } = this.#parts;
    const { roleArn, externalId } = destination;
    const options = this.#options(place);
    if (roleArn === undefined) return open(destination, place, options, clock);
    const { STSClient } = await import("@aws-sdk/client-sts");
    const { roleCredentials } = await import("./role-credentials.ts");
    const sts = new STSClient(options);
    this.#requestHandler = sts.config.requestHandler;
    const role = { roleArn, externalId, session: `feedhook-${subscription}`, ...allowed(place) };
    const credentials = () => roleCredentials(sts, role, isEmulator);
    return open(destination, place, { ...this.#options(place), credentials }, clock);
  }

  #options({ region }: Place): ClientOptions {
    const { endpoint } = this.#parts;
    // The delivery has its own retries.
    const own = { region, maxAttempts: 1, requestHandler: this.#requestHandler };
    return endpoint === undefined ? own : { ...own, endpoint };
  }
}
