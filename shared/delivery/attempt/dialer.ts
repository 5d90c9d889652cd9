import * as z from "zod";

/** Why no answer came. It names the step that failed and never an address that a name resolved to: that would map networks. */
export const failureClass = z.enum(["dns", "connect", "tls", "timeout", "blocked", "protocol"]);
export type FailureClass = z.infer<typeof failureClass>;

export type DialRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Ms over name resolution, connection, TLS, request and answer. */
  readonly deadline: number;
};

export type DialOutcome =
  | {
      readonly outcome: "answered";
      readonly status: number;
      readonly headers: { readonly retryAfter?: string; readonly webhookDelivery?: string };
      /** The beginning of the answer's text, at most 1 KB; absent where it isn't text. */
      readonly excerpt?: string;
      /** Ms: the whole, and of it until the request could be written (0 on a connection that stood). */
      readonly ms: number;
      readonly connectMs: number;
    }
  | { readonly outcome: "failed"; readonly class: FailureClass; readonly ms: number };

/** Posts to an endpoint, once: no redirects, no retries, only to addresses that may be reached. Never throws. */
export type Dialer = { post(request: DialRequest): Promise<DialOutcome> };
