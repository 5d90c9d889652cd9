import { SESv2Client } from "@aws-sdk/client-sesv2";
import { SesMailer } from "../../../shared/adapters/aws/ses-mailer.ts";
import { clientOptions } from "./aws-client-options.ts";

/**
 * Only one Lambda function sends email. If the client were part of the engine, all other functions would also load it.
 */
export function sesMailerFrom(from: string): SesMailer {
  // The SDK doesn't retry here: a retry after a lost response would send the same email twice.
  return new SesMailer(new SESv2Client({ ...clientOptions, maxAttempts: 1 }), from);
}
