export type Mail = {
  readonly to: string;
  readonly subject: string;
  /** Plain text, with `\n` between lines. */
  readonly text: string;
};

/**
 * The outcome of sending a message. `reason` is a short code for people (`smtp_550`, `http_404`, `dns`). It never
 * quotes the other side's text, which may contain addresses.
 */
export type SendOutcome =
  | { readonly outcome: "sent" }
  /** The other side refused the message; `retryable` says whether a later attempt may succeed. */
  | { readonly outcome: "refused"; readonly reason: string; readonly retryable: boolean }
  /** The other side may have accepted the message, because the connection ended before the response. */
  | { readonly outcome: "unknown"; readonly reason: string };

/** Sends an email once, without retries. Never throws. */
export type Mailer = { send(mail: Mail): Promise<SendOutcome> };
