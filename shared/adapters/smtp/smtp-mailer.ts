import { createTransport } from "nodemailer";
import type { Mailer, SendOutcome } from "../../kernel/ports/mailer.ts";

export type SmtpOptions = {
  readonly host: string;
  readonly port: number;
  /** If true, uses TLS from the first byte (port 465). If false, requires STARTTLS, unless `insecure` is set. */
  readonly secure: boolean;
  /** Sends mail and the password unencrypted, for a relay on this machine. */
  readonly insecure?: boolean | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly from: string;
};

/** After these times (ms), an unresponsive server is abandoned. Their sum stays below the alert function's timeout. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Errors before the message was handed over. After any other error, the server may have accepted the message. */
const notHandedOver = new Set(["EDNS", "ETLS", "EAUTH", "ENOAUTH", "EENVELOPE"]);
const notConnected: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"]);
/**
 * nodemailer's messages for a server that never began to respond. nodemailer uses the same code for a server that stops
 * responding later.
 */
const neverBegan: ReadonlySet<unknown> = new Set(["Connection timeout", "Greeting never received"]);

/** Errors in the settings. The next try would fail in the same way. */
const lasting = new Set(["EAUTH", "ENOAUTH", "ETLS"]);

export function smtpMailer(options: SmtpOptions): Mailer {
  const { host, port, secure, insecure = false, user, password, from } = options;
  return {
    send: async ({ to, subject, text }) => {
      const transport = createTransport({
        ...{ host, port, secure, requireTLS: !secure && !insecure, ignoreTLS: insecure, ...timeouts },
        ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        // An address object isn't parsed, so a partner's text can't add a second recipient.
        await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
        return { outcome: "sent" };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** In SMTP, 4xx means "later" and 5xx means "never". The server's message may contain addresses, so it isn't kept. */
function outcomeOf(error: unknown): SendOutcome {
  const [name, status] = [fieldOf(error, "code"), fieldOf(error, "responseCode")];
  const code = typeof name === "string" ? name : "";
  if (typeof status === "number") {
    return { outcome: "refused", reason: `smtp_${status}`, retryable: status < 500 && !lasting.has(code) };
  }
  const reason = `smtp_${code.toLowerCase()}`;
  const isBefore =
    notHandedOver.has(code) ||
    notConnected.has(fieldOf(error, "originalCode")) ||
    neverBegan.has(fieldOf(error, "message"));
  return isBefore ? { outcome: "refused", reason, retryable: !lasting.has(code) } : { outcome: "unknown", reason };
}

function fieldOf(error: unknown, field: string): unknown {
  return error instanceof Error ? Reflect.get(error, field) : undefined;
}
