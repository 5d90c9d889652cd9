import * as z from "zod";

/** Why no answer came. It names the step that failed and never an address that a name resolved to, which would map networks. */
export const failureClass = z.enum(["dns", "connect", "tls", "timeout", "blocked", "protocol"]);
export type FailureClass = z.infer<typeof failureClass>;

/**
 * Where the time went, in ms. `dns`, `connect` (TCP) and `tls` are there if a new connection was made, `firstByte` (from
 * then until the answer began) if an answer came.
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
  /** Ms over name resolution, connection, TLS, request and answer. */
  readonly deadline: number;
};

export type DialOutcome = {
  /** Ms that the whole took. */
  readonly ms: number;
  readonly timing: DialTiming;
} & (
  | {
      readonly outcome: "answered";
      readonly status: number;
      readonly headers: { readonly retryAfter?: string; readonly webhookDelivery?: string };
      /** Its headers as people may see them (`shownHeaders`), unless the status is 2xx. */
      readonly shown?: Readonly<Record<string, string>>;
      /** The beginning of the answer's text, at most 1 KB; absent if it isn't text. */
      readonly excerpt?: string;
    }
  | {
      readonly outcome: "failed";
      readonly class: FailureClass;
      /** The rule or the fault behind the class, for operators' logs only. */
      readonly detail?: string;
    }
);

/** Posts to an endpoint once, without redirects or retries, and only to addresses that may be reached. Never throws. */
export type Dialer = { post(request: DialRequest): Promise<DialOutcome> };
