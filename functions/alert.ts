import { alertMessage } from "../shared/alerts/alert-message.ts";
import type { Mailer } from "../shared/kernel/ports/mailer.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer, replaced } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/messages/lambda-events.ts";
import { eachMessage } from "./runtime/messages/whole-batch.ts";
import { alertMailer, alertSender } from "./runtime/services/alerts.ts";
import { trialEvents } from "./runtime/trial/trial-events.ts";

export function createAlertHandler(engine: Engine, mailer = engine.mailer): Handler<SqsEvent, BatchResponse> {
  const own = replaced(alertMailer, () => mailer);
  const alerts = createContainer(engine, own).get(alertSender);
  return eachMessage(alertMessage, engine.logger, (message) => alerts.run(message));
}

/** If the engine loaded the SES client, the cold start of every Lambda function would take longer. */
function mailerFrom(from: string): Mailer {
  const loading = import("./runtime/aws/ses-mailer-from.ts").then(({ sesMailerFrom }) => sesMailerFrom(from));
  return { send: async (mail) => (await loading).send(mail) };
}

export const handler = onAws((engine) => {
  const { mailFrom } = engine.settings;
  return createAlertHandler(engine, mailFrom === undefined ? undefined : mailerFrom(mailFrom));
}, trialEvents.alert);
