import * as z from "zod";

/** Partners see only this class: a failure's `detail` could reveal how our network is structured. */
export const failureClass = z.enum(["dns", "connect", "tls", "timeout", "blocked", "protocol"]);
export type FailureClass = z.infer<typeof failureClass>;

/**
 * Times in ms. `dns`, `connect` (TCP) and `tls` are present for the steps that were completed to open a new connection.
 * `firstByte`, measured from when the request is sent on the open connection, is present if a response began.
 */
export const dialTiming = z.object({
  dns: z.number().exactOptional(),
  connect: z.number().exactOptional(),
  tls: z.number().exactOptional(),
  firstByte: z.number().exactOptional(),
});
export type DialTiming = z.infer<typeof dialTiming>;

export type DialRequest = {
  readonly url: string;
  /** Groups take turns opening new connections. By default, each host is a group. */
  readonly group?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The limit (ms) for name resolution, connection, TLS, request and response together. */
  readonly deadline: number;
};

export type DialOutcome = {
  /** The total time in ms. */
  readonly ms: number;
  readonly timing: DialTiming;
} & (
  | {
      readonly outcome: "answered";
      readonly status: number;
      readonly headers: { readonly retryAfter?: string; readonly webhookDelivery?: string };
      /** The response's headers in a form that people may see (`shownHeaders`); absent if the status is 2xx. */
      readonly shown?: Readonly<Record<string, string>>;
      /** The beginning of the response's body, 1 KB at most; absent if the body is empty or isn't text. */
      readonly excerpt?: string;
    }
  | {
      readonly outcome: "failed";
      readonly class: FailureClass;
      /** For operators' logs only. */
      readonly detail?: string;
    }
);

/** Posts to an endpoint once, without redirects or retries, and only to allowed addresses. Never throws. */
export type Dialer = { post(request: DialRequest): Promise<DialOutcome> };
