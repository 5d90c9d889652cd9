import * as z from "zod";

/**
 * Why no answer came. It names the step that failed, and never a resolved address, because that would reveal the
 * structure of networks.
 */
export const failureClass = z.enum(["dns", "connect", "tls", "timeout", "blocked", "protocol"]);
export type FailureClass = z.infer<typeof failureClass>;

/**
 * Where the time went, in ms. `dns`, `connect` (TCP) and `tls` are present if a new connection was made. `firstByte`,
 * the time from the start of the request to the first byte of the answer, is present if an answer came.
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
  /** Whose it is: new connections are opened by turns of groups. By default each host is one. */
  readonly group?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The limit (ms) for name resolution, connection, TLS, request and answer together. */
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
      /** The answer's headers in a form that people may see (`shownHeaders`), unless the status is 2xx. */
      readonly shown?: Readonly<Record<string, string>>;
      /** The first 1 KB of the answer at most; absent if the answer isn't text. */
      readonly excerpt?: string;
    }
  | {
      readonly outcome: "failed";
      readonly class: FailureClass;
      /** The rule or the fault behind the class, for operators' logs only. */
      readonly detail?: string;
    }
);

/** Posts to an endpoint once, without redirects or retries, and only to allowed addresses. Never throws. */
export type Dialer = { post(request: DialRequest): Promise<DialOutcome> };
