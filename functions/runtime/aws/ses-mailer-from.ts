import { SESv2Client } from "@aws-sdk/client-sesv2";
import { sesMailer } from "../../../shared/adapters/aws/ses-mailer.ts";
import type { Mailer } from "../../../shared/kernel/ports/mailer.ts";
import { clientOptions } from "./aws-client-options.ts";

/** If the client were part of the engine, every Lambda function would load it. Only one sends email. */
export function sesMailerFrom(from: string): Mailer {
  // The SDK doesn't retry here: a retry after a lost response would send the same email twice.
  return sesMailer(new SESv2Client({ ...clientOptions, maxAttempts: 1 }), from);
}
