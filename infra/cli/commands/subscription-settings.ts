import { type Command, Option } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { components } from "../../api-client/api-types.ts";
import { roleCommands } from "../../api-client/destination-role.ts";
import { mergePatch } from "../../api-client/merge-patch.ts";
import { UsageError } from "../cli-errors.ts";
import { answerOf } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { headersOf, textOf } from "../given-files.ts";
import { decimalNumber, httpUrl, jsonOption, listed, wholeNumber } from "../option-values.ts";
import type { Session } from "../session.ts";

type Schemas = components["schemas"];

const formats = ["envelope", "cloudevents"] as const;
const payloads = ["full", "thin"] as const;
const statuses = ["active", "disabled"] as const;

export const signings = ["hmac", "ed25519"] as const;

/** A line with a new key's secret, which isn't shown again, or its public key. */
export function newKeyLine({ secret, publicKey }: { secret?: string; publicKey?: string }): string | undefined {
  if (publicKey !== undefined) return `Public key: ${publicKey}`;
  return secret === undefined ? undefined : `Signing secret, shown only once: ${secret}`;
}

function roleLine(made: Schemas["CreatedSubscription"]): string | undefined {
  const commands = roleCommands(made);
  return (
    commands && `To create the role, run these commands with credentials of the target's AWS account:\n\n${commands}`
  );
}

const options = {
  format: () => new Option("--format <format>", "the format of the events").choices(formats),
  payload: () => new Option("--payload <payload>", "thin: events without their data").choices(payloads),
  timeout: () =>
    new Option("--timeout-seconds <n>", "how long the endpoint has to respond").argParser(wholeNumber(5, 30)),
  concurrency: () =>
    new Option("--max-concurrency <n>", "maximum number of concurrent deliveries").argParser(wholeNumber(1, 1_000)),
  role: () =>
    new Option(
      "--role <arn>",
      "your role for the queue, bus or bucket; you can create it later (feedhook subscriptions role)",
    ),
  rate: () =>
    new Option("--rate-per-second <n>", "maximum number of deliveries per second").argParser(decimalNumber(0.1, 1_000)),
};

export function addSubscriptionSettings(subscriptions: Command, session: Session): void {
  const { terminal } = session;
  command(subscriptions, "create", "create a subscription; its signing secret is shown only once")
    .option("--url <url>", "post events to this https URL", httpUrl)
    .option("--pull", "create a pull queue, whose events you fetch")
    .option("--sqs <queue-url>", "send events to this SQS queue")
    .option("--eventbridge <bus-arn>", "send events to this EventBridge bus")
    .option("--s3 <bucket-url>", "write events to this S3 bucket")
    .addOption(options.role())
    .requiredOption("--events <types...>", "person.created, person.*, *")
    .option("--instances <names...>", "only these instances")
    .option("--filter <pattern>", "only events that match this event pattern", jsonOption)
    .option("--description <text>", "what the subscription is for")
    .option("--ordered", "send each record's events one at a time, oldest first")
    .option("--baseline", "also send baseline events, for records found at first contact")
    .addOption(options.format())
    .addOption(options.payload())
    .addOption(
      new Option(
        "--signing <kind>",
        "ed25519: Feedhook signs with a private key; you need only its public key",
      ).choices(signings),
    )
    .addOption(options.timeout())
    .addOption(options.concurrency())
    .addOption(options.rate())
    .option("--headers <file>", "headers to send with every delivery, as lines `name: value` or JSON; - for stdin")
    .option(
      "--secret-file <file>",
      "a file with your own signing secret; - for stdin (default: Feedhook generates one)",
    )
    .option("--disabled", "send nothing until the subscription is resumed")
    .action(async ({ events, instances, pull, filter, headers, secretFile, disabled, ...given }) => {
      const { sqs, eventbridge, s3, role: roleArn, ...rest } = given;
      const target = sqs ?? eventbridge ?? s3;
      if (target === undefined && roleArn !== undefined) {
        throw new UsageError("--role is for a destination in AWS", "Add --sqs, --eventbridge or --s3.");
      }
      const body: Schemas["SubscriptionInput"] = {
        ...rest,
        eventTypes: listed(events),
        ...(instances && { instances: listed(instances) }),
        ...(filter && { filter: { ...filter } }),
        ...(pull === true && { kind: "pull" }),
        ...(target !== undefined && {
          kind: sqs !== undefined ? "sqs" : eventbridge !== undefined ? "eventbridge" : "s3",
          destination: { target, ...(roleArn && { roleArn }) },
        }),
        ...(headers !== undefined && { headers: await headersOf(headers) }),
        ...(secretFile !== undefined && { secret: (await textOf(secretFile)).trim() }),
        ...(disabled === true && { status: "disabled" }),
      };
      const made = await answerOf(session.api().POST("/v1/subscriptions", { body }));
      noteWarnings(session, made);
      const lines = () => [made.id, newKeyLine(made), roleLine(made)];
      terminal.result(made, () =>
        lines()
          .filter((line) => line !== undefined)
          .join("\n"),
      );
    });
  addUpdate(subscriptions, session);
}

function addUpdate(subscriptions: Command, session: Session): void {
  command(subscriptions, "update <id>", "change a subscription's settings; other settings stay unchanged")
    .option("--url <url>", "the endpoint's https URL", httpUrl)
    .option("--target <target>", "the queue's URL, the bus's ARN or the bucket's URL")
    .addOption(options.role())
    .option("--events <types...>", "the complete list of types: person.created, person.*, *")
    .option("--instances <names...>", "the complete list of instances")
    .option("--no-instances", "events from every instance")
    .option("--filter <pattern>", "only events that match this event pattern", jsonOption)
    .option("--no-filter", "every event of these types")
    .option("--description <text>", "what the subscription is for")
    .option("--no-description", "no description")
    .option("--baseline", "also send baseline events, for records found at first contact")
    .option("--no-baseline", "no baseline events")
    .addOption(options.format())
    .addOption(options.payload())
    .addOption(options.timeout())
    .option("--no-timeout-seconds", "the default time to respond")
    .addOption(options.concurrency())
    .option("--no-max-concurrency", "any number of concurrent deliveries")
    .addOption(options.rate())
    .option("--no-rate-per-second", "any number of deliveries per second")
    .option("--headers <file>", "headers to add or replace, as lines `name: value` or JSON; - for stdin")
    .option("--remove-headers <names...>", "headers to remove")
    .addOption(new Option("--status <status>", "disabled: send nothing").choices(statuses))
    // An option such as `--no-filter` sets `false`.
    .action(async (id, { events, instances, filter, description, timeoutSeconds, maxConcurrency, ...others }) => {
      const { ratePerSecond, headers, removeHeaders, target, role: roleArn, ...unchanged } = others;
      const set = headers === undefined ? {} : await headersOf(headers);
      const removed = Object.fromEntries((removeHeaders ?? []).map((name) => [name, null]));
      const body: Schemas["SubscriptionPatch"] = {
        ...unchanged,
        ...((target ?? roleArn) !== undefined && {
          destination: { ...(target && { target }), ...(roleArn && { roleArn }) },
        }),
        ...(events && { eventTypes: listed(events) }),
        ...(instances !== undefined && { instances: typeof instances === "boolean" ? null : listed(instances) }),
        ...(filter !== undefined && {
          filter: typeof filter === "boolean" ? null : await filterPatch(session, id, filter),
        }),
        ...(description !== undefined && { description: valueOrNull(description) }),
        ...(timeoutSeconds !== undefined && { timeoutSeconds: valueOrNull(timeoutSeconds) }),
        ...(maxConcurrency !== undefined && { maxConcurrency: valueOrNull(maxConcurrency) }),
        ...(ratePerSecond !== undefined && { ratePerSecond: valueOrNull(ratePerSecond) }),
        ...((headers ?? removeHeaders) !== undefined && { headers: { ...set, ...removed } }),
      };
      if (Object.keys(body).length === 0) {
        throw new UsageError("there is nothing to change", "List the settings: feedhook subscriptions update --help");
      }
      const params = { path: { id } };
      const changed = await answerOf(session.api().PATCH("/v1/subscriptions/{id}", { params, body }));
      noteWarnings(session, changed);
      session.terminal.result(changed, () => JSON.stringify(changed, null, 2));
    });
}

const valueOrNull = <T>(value: T | boolean): T | null => (typeof value === "boolean" ? null : value);

async function filterPatch(session: Session, id: string, wanted: Record<string, unknown>) {
  const { filter } = await answerOf(session.api().GET("/v1/subscriptions/{id}", { params: { path: { id } } }));
  return mergePatch(filter, wanted);
}

/** A warning is, for example, about a filter that can't match. */
export function noteWarnings(
  { terminal }: Session,
  { warnings = [] }: Pick<Schemas["Subscription"], "warnings">,
): void {
  for (const { field, message } of warnings) terminal.note(printableLine(`Warning: ${field}: ${message}`));
}
