import type { SQSClientConfig } from "@aws-sdk/client-sqs";
import type { ConnectorRequest } from "../../../delivery/attempt/connector.ts";
import type { Clock } from "../../../kernel/ports/clock.ts";
import type { Destination, Place } from "../../../subscriptions/destination.ts";

/** The options for the SDK client of a destination. */
export type ClientOptions = Pick<SQSClientConfig, "credentials" | "endpoint" | "maxAttempts"> & {
  readonly region: string;
  readonly requestHandler: NonNullable<SQSClientConfig["requestHandler"]>;
};

/** Sends one event. Throws the SDK's errors, or DestinationError. `signal` aborts the request. */
export type SendEvent = (request: ConnectorRequest, signal: AbortSignal) => Promise<void>;

/** A kind of destination. Each kind has its own file, because its SDK client is slow to load. */
export type DestinationModule = {
  /** Creates the client for one destination. */
  readonly open: (destination: Destination, place: Place, options: ClientOptions, clock: Clock) => SendEvent;
  /**
   * The only actions that a session of the role may perform, apart from those on KMS keys, and the only resource that
   * they apply to, without `arn:<partition>`.
   */
  readonly allowed: (place: Place) => { readonly actions: readonly string[]; readonly resource: string };
};
