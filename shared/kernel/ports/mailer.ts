export type Mail = {
  readonly to: string;
  readonly subject: string;
  /** Plain text, with `\n` between lines. */
  readonly text: string;
};

/** `reason` is a short code (`smtp_550`, `dns`). It never quotes the other side's text, which may contain addresses. */
export type SendOutcome =
  | { readonly outcome: "sent" }
  /** `retryable`: a later attempt may succeed. */
  | { readonly outcome: "refused"; readonly reason: string; readonly retryable: boolean }
  /** The connection ended before the response, so the other side may have accepted the message. */
  | { readonly outcome: "unknown"; readonly reason: string };

/** Sends an email once, without retries. Never throws. */
export type Mailer = { send(mail: Mail): Promise<SendOutcome> };
