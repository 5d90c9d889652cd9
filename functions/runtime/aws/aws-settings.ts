import * as z from "zod";
import { checkedTimings } from "../../../shared/kernel/checked-timings.ts";
import { InvalidInputError } from "../../../shared/kernel/errors.ts";
import { isLoopback } from "../../../shared/kernel/loopback.ts";
import { parseInput } from "../../../shared/kernel/parse.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { type QueueName, queues, type TableName, tables } from "../../../shared/kernel/topology.ts";
import { tracingOptions } from "../../../shared/kernel/tracing-options.ts";
import { sealedSignInOptions } from "../../../shared/partners/sign-in.ts";

const name = z.string().min(1).optional();
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "isn't a SHA-256 in hex")
  .optional();
const url = z.url({ protocol: /^https?$/ }).optional();

const inCapitals = (name: string) => name.toUpperCase().replaceAll("-", "_");

/** The variables that name a function's tables and queues. */
export const variableOf = {
  table: (table: TableName) => `TABLE_${inCapitals(table)}` as const,
  queue: (queue: QueueName) => `QUEUE_${inCapitals(queue)}_URL` as const,
  deadLetters: (queue: QueueName) => `DEAD_LETTERS_${inCapitals(queue)}_URL` as const,
};

const allQueues = Object.values(queues).map((queue) => queue.name);

/**
 * A Lambda function's environment. The topology grants each function only some of the variables, so each is optional
 * here, and {@link required} checks it where it is used.
 */
const awsEnvironment = z
  .object({
    ...Object.fromEntries(Object.values(tables).map((table) => [variableOf.table(table.name), name])),
    ...Object.fromEntries(allQueues.map((queue) => [variableOf.queue(queue), url])),
    ...Object.fromEntries(allQueues.map((queue) => [variableOf.deadLetters(queue), url])),
    /** The bucket of changes that publish gave up on. */
    FAILED_CHANGES: name,
    /** The queue that gets a notice for each batch of changes that publish gave up on. */
    FAILURE_NOTICES_URL: url,
    /** The address from which email is sent. Without it, no email is sent. */
    MAIL_FROM: name,
    PORTAL_URL: url,
    /** The principal that assumes partners' roles; absent if no events may go to AWS. */
    DESTINATIONS_PRINCIPAL: name,
    SIGN_IN: z.string().transform(readJson).pipe(sealedSignInOptions).optional(),
    CANARY_URL: url,
    BUS_NAME: name,
    KEY_ID: name,
    /** ARNs of the former wrapping keys, separated by commas. */
    FORMER_KEY_IDS: z
      .string()
      .default("")
      .transform((text) => text.split(",").filter((id) => id !== "")),
    PARTNER_URL: url.transform((address) => address?.replace(/\/+$/, "")),
    OPERATOR_KEY_HASH: sha256,
    /** The hash of the former operator key, which is also accepted while keys change. */
    FORMER_OPERATOR_KEY_HASH: sha256,
    ALLOW_INSECURE_ENDPOINTS: z.enum(["true", "false"]).default("false"),
    /** Domain names of the bridge itself, separated by commas. */
    OWN_DOMAINS: z
      .string()
      .default("")
      .transform((text) => text.split(",").filter((domain) => domain !== "")),
    /** JSON that overrides individual timings. */
    TIMINGS: z
      .string()
      .default("{}")
      .transform(readJson)
      .pipe(z.record(z.string(), z.unknown()))
      .transform((overrides) => ({ ...defaultTimings, ...overrides }))
      .pipe(checkedTimings),
    STAGE: name,
    /** The options of tracing, as JSON. Without them, nothing is traced. */
    TRACING: z.string().transform(readJson).pipe(tracingOptions).optional(),
    /** Set only if an emulator replaces AWS. */
    AWS_ENDPOINT_URL: url,
  })
  .superRefine(({ ALLOW_INSECURE_ENDPOINTS, AWS_ENDPOINT_URL }, context) => {
    if (ALLOW_INSECURE_ENDPOINTS === "false" || isLoopback(AWS_ENDPOINT_URL ?? "")) return;
    const message =
      "is only for an emulator on this machine (AWS_ENDPOINT_URL): elsewhere, webhooks could reach private addresses";
    context.addIssue({ code: "custom", path: ["ALLOW_INSECURE_ENDPOINTS"], message });
  });
export type AwsEnvironment = z.output<typeof awsEnvironment>;

/** Throws InvalidInputError, which names every malformed variable and repeats no value. */
export function readAwsEnvironment(env: NodeJS.ProcessEnv): AwsEnvironment {
  return parseInput(awsEnvironment, env, "environment");
}

/** Throws InvalidInputError if the variable is missing, which usually means that the topology doesn't grant it. */
export function required(
  environment: AwsEnvironment,
  variable: keyof AwsEnvironment | ReturnType<(typeof variableOf)[keyof typeof variableOf]>,
): string {
  const value: unknown = Reflect.get(environment, variable);
  if (typeof value === "string") return value;
  throw new InvalidInputError("environment", [
    { path: variable, message: "isn't set: does the topology declare that this function uses it?" },
  ]);
}

function readJson(text: string, context: z.RefinementCtx<string>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "isn't JSON" });
    return z.NEVER;
  }
}
