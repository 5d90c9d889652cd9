import { RetentionDays } from "aws-cdk-lib/aws-logs";
import * as z from "zod";
import { timings } from "../../shared/kernel/timings.ts";

const placeholderHost = "partner.example.com";
const nobodysHash = "0".repeat(64);

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);
/** The command line gives text, cdk.json numbers. */
const days = z.union([z.int(), z.string().regex(/^\d+$/, "a number of days").transform(Number)]);
const arn = (service: string, resource: string) =>
  z.string().regex(new RegExp(`^arn:aws[a-z-]*:${service}:[a-z0-9-]+:\\d{12}:${resource}$`), `an ARN of ${service}`);

const overrides = z.union([
  timings.partial(),
  z.string().transform((text, context) => {
    try {
      return timings.partial().parse(JSON.parse(text));
    } catch (cause) {
      context.addIssue({ code: "custom", message: `no JSON object of timings: ${String(cause)}` });
      return z.NEVER;
    }
  }),
]);

const fields = z.object({
  /** `prod` keeps its data whatever happens to the stacks; `emulator` lets webhooks go to http and private addresses. */
  stage: z.enum(["dev", "prod", "emulator"]),
  /** Address of the Partner API, without a path. */
  partnerUrl: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")),
  /** SHA-256 (hex) of the operator's API key. */
  operatorKeyHash: z.string().regex(/^[0-9a-f]{64}$/, "64 lower-case hex digits: the SHA-256 of the operator's key"),
  /** Who is told when an alarm rings; without it the alarm topic has no subscriber. */
  alarmEmail: z.email().optional(),
  /** A topic that hears the alarms instead of one of our own. */
  alarmTopicArn: arn("sns", "[\\w-]+").optional(),
  timings: overrides.optional(),
  /** X-Ray costs per trace and adds to every cold start; the event id already joins the logs of one change. */
  tracing: flag.default(false),
  logRetentionDays: days
    .pipe(z.enum(RetentionDays, "a retention that CloudWatch Logs knows: 1, 3, 5, 7, 14, 30, …"))
    .refine((value) => value !== RetentionDays.INFINITE, "logs that are kept for ever are paid for ever")
    .default(RetentionDays.TWO_WEEKS),
  /** `feedhook-<stage>` without it. Changing it makes a new bus, which no consumer listens to. */
  busName: z
    .string()
    .regex(
      /^(?!aws\.|default$)[\w.-]{1,256}$/,
      "a name of letters, digits, dots, hyphens and underscores, not the default bus",
    )
    .optional(),
  /** Keeps what was on the bus for this long. Off by default: an archive can't be erased from. */
  archiveDays: days.refine((value) => value >= 1, "at least 1").optional(),
  /** A key of yours that wraps the tenants' data keys, instead of one that is made. */
  keyArn: arn("kms", "key/[\\w-]+").optional(),
  /** Address of the API under your own name; the certificate must be of the same region. */
  domainName: z.hostname().optional(),
  certificateArn: arn("acm", "certificate/[\\w-]+").optional(),
  /** Sends what is dialled, webhooks and polls, from two fixed addresses: a VPC with two NAT gateways. */
  staticEgress: flag.default(false),
  /** Sends an event of our own through the whole pipeline once in five minutes. */
  canary: flag.default(true),
});

const options = fields.superRefine((given, context) => {
  const reject = (key: keyof typeof given, message: string) => {
    context.addIssue({ code: "custom", path: [key], message });
  };
  if (given.stage !== "emulator" && !given.partnerUrl.startsWith("https://")) {
    reject("partnerUrl", "https is needed outside of the emulator: credentials travel on it");
  }
  if (given.domainName !== undefined && given.certificateArn === undefined) {
    reject("certificateArn", "is needed with a domainName");
  }
  if (given.certificateArn !== undefined && given.domainName === undefined) {
    reject("domainName", "is needed with a certificateArn");
  }
  if (given.alarmEmail !== undefined && given.alarmTopicArn !== undefined) {
    reject("alarmEmail", "goes to a topic of our own; subscribe to the topic of alarmTopicArn instead");
  }
  if (given.stage !== "prod") return;
  if (new URL(given.partnerUrl).hostname === placeholderHost) {
    reject("partnerUrl", "is still the placeholder of cdk.json");
  }
  if (given.operatorKeyHash === nobodysHash) {
    reject("operatorKeyHash", "is still the placeholder of cdk.json, which nobody has a key for");
  }
});

export type DeployOptions = z.output<typeof options>;

/** Every key that {@link readOptions} asks the context for. */
export const optionNames: readonly string[] = Object.keys(fields.shape);

/**
 * The options of a deployment from the CDK context (`-c key=value`, or `context` in cdk.json).
 * Throws an Error that names every wrong key and how to give it.
 */
export function readOptions(context: (key: string) => unknown): DeployOptions {
  const result = options.safeParse(Object.fromEntries(optionNames.map((key) => [key, context(key)])));
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => {
    const key = String(path[0] ?? "");
    return `  ${key}: ${message}. Give it with -c ${key}=…`;
  });
  throw new Error(["The CDK context is incomplete or wrong:", ...lines].join("\n"));
}
