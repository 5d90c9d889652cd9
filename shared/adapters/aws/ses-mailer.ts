import { type SESv2Client, SESv2ServiceException, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { faultCodeOf } from "../../kernel/errors.ts";
import type { Mailer, SendOutcome } from "../../kernel/ports/mailer.ts";
import { isRetryable } from "./engine-fault.ts";

/** Errors that show that no data was sent. */
const notConnected: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** `client` must not retry, because the first try may have sent the email. */
export function sesMailer(client: SESv2Client, from: string): Mailer {
  const content = (Data: string) => ({ Data, Charset: "UTF-8" });
  return {
    send: async ({ to, subject, text }) => {
      const command = new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: content(subject), Body: { Text: content(text) } } },
      });
      try {
        await client.send(command);
        return { outcome: "sent" };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** SES's message may contain the recipient's address, so only the error's name is kept. */
function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof Error)) return { outcome: "unknown", reason: "ses_error" };
  const reason = `ses_${error.name}`;
  const isUnreached = notConnected.has(faultCodeOf(error) ?? "");
  if (error instanceof SESv2ServiceException || isUnreached)
    return { outcome: "refused", reason, retryable: isRetryable(error) };
  return { outcome: "unknown", reason };
}
