import * as z from "zod";
import { checkedTimings } from "../../shared/kernel/checked-timings.ts";
import { defaultTimings, timings } from "../../shared/kernel/timings.ts";
import { queues } from "../../shared/kernel/topology.ts";
import { tracingOptions } from "../../shared/kernel/tracing-options.ts";
import { sealedSignInOptions } from "../../shared/partners/sign-in.ts";

const placeholderHost = "partner.example.com";
const nobodysHash = "0".repeat(64);
/** The SHA-256 of an empty string and of a line break. Hashing an empty variable gives one of the two. */
const hashesOfNothing = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b",
];

const flag = z.union(
  [z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")],
  "must be true or false",
);
const arn = (service: string, resource: string, example: string) =>
  z
    .string()
    .regex(
      new RegExp(`^arn:aws[a-z-]*:${service}:[a-z0-9-]+:\\d{12}:${resource}$`),
      `must be an ARN such as arn:aws:${service}:eu-north-1:123456789012:${example}`,
    );

const busName = z
  .string()
  .regex(
    /^(?!aws\.|default$)[\w.-]{1,256}$/,
    'must be up to 256 letters, digits, dots, hyphens or underscores, not "default" or a name that begins with "aws."',
  );
const keyArn = arn("kms", "key/(mrk-[0-9a-f]{32}|[0-9a-f-]{36})", "key/<id>, not the ARN of an alias");

const tableName = z.string().regex(/^[\w.-]{3,255}$/, "must be 3 to 255 letters, digits, dots, hyphens or underscores");

const tableNames = z
  .strictObject({
    feeds: tableName,
    mirror: tableName,
    events: tableName,
    subscriptions: tableName,
    deliveries: tableName,
  })
  .partial()
  .default({});

const timingsOrText = z.union([
  timings.partial(),
  z.string().transform((text, context) => {
    try {
      return timings.partial().parse(JSON.parse(text));
    } catch (cause) {
      context.addIssue({ code: "custom", message: `must be a JSON object of timings: ${String(cause)}` });
      return z.NEVER;
    }
  }),
]);

/** The functions' own check also runs here, because a function can't start with wrong timings. */
const givenTimings = timingsOrText.superRefine((given, context) => {
  for (const { path, message } of checkedTimings.safeParse({ ...defaultTimings, ...given }).error?.issues ?? []) {
    context.addIssue({ code: "custom", message: `${path.join(".")} ${message}` });
  }
});

/**
 * For an emulator, the source may be unencrypted, and webhooks may go to private addresses. Emulators use this account
 * number, which no real account has. The CLI refuses credentials for another account.
 */
export function isForEmulator({ account }: { readonly account?: string | undefined }): boolean {
  return account === "000000000000";
}

export const fields = z.object({
  /** Part of every name. `prod` keeps its data. */
  stage: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,19}$/, "must be up to 20 lower-case letters, digits or hyphens, and begin with a letter"),
  /** Address of the Partner API, without a path. */
  partnerUrl: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://partner.your-source.com" })
    .transform((url) => url.replace(/\/+$/, "")),
  /** SHA-256 (hex) of the operator's API key. */
  operatorKeyHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex digits: the SHA-256 of the operator's key"),
  /** SHA-256 of the previous key, which the API also accepts. Remove this option once every client uses the new key. */
  formerOperatorKeyHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex digits")
    .optional(),
  /** The address that receives alarms. In `prod`, and with `protectStacks`, this or `alarmTopicArn` is required. */
  alarmEmail: z.email().optional(),
  /**
   * The sender of alerts to partners: an address that is verified in SES, or one in a verified domain. Without a
   * sender, no alert is sent by email.
   */
  alertEmailFrom: z.email().optional(),
  /** The SES identity of the sender: its address or its domain. */
  alertEmailIdentityArn: arn("ses", "identity/[\\w.@+-]+", "identity/acme.com").optional(),
  /** Lets operators sign in to the portal with OpenID Connect. */
  signIn: sealedSignInOptions.optional(),
  /** An existing topic for alarms, instead of a new one. */
  alarmTopicArn: arn("sns", "[\\w-]+", "ops").optional(),
  /** A separate topic for alarms that can wait for a working day. */
  ticketTopicArn: arn("sns", "[\\w-]+", "tickets").optional(),
  timings: givenTimings.optional(),
  /** Traces a share of the events with OpenTelemetry. Off by default. */
  tracing: tracingOptions.optional(),
  /** `feedhook-<stage>` by default. A change of the name creates a new bus without consumers. */
  busName: busName.optional(),
  /** The bus's previous names. Events that functions still send there during an update also become webhooks. */
  formerBusNames: z.array(busName).default([]),
  /** Accounts, and organizations with all their accounts, that may add rules to the bus but can't put events on it. */
  busConsumers: z
    .array(
      z
        .string()
        .regex(/^(\d{12}|o-[a-z0-9]{10,32})$/, "must contain accounts of 12 digits, or organizations such as o-…"),
    )
    .default([]),
  /** Your own key that wraps the tenants' data keys, instead of a generated one. */
  keyArn: keyArn.optional(),
  /** Keys that wrapped data keys before `keyArn` was changed. Needed until those data keys are rewrapped. */
  formerKeyArns: z.array(keyArn).default([]),
  /** Keeps the generated key in addition to `keyArn`. Needed until the data keys that it wrapped are rewrapped. */
  keepOwnKey: flag.default(false),
  /**
   * Encrypts tables, queues, the bus, failed records and the alarm topic with the wrapping key instead of AWS's keys.
   */
  encryptWithKey: flag.default(false),
  /** Your own domain name for the API. The certificate must be in the same region. */
  domainName: z.hostname().optional(),
  certificateArn: arn("acm", "certificate/[\\w-]+", "certificate/<id>").optional(),
  /**
   * A firewall with AWS's own rules in front of the API. The API becomes a REST API, because an HTTP API can't have a
   * firewall.
   */
  firewall: flag.default(false),
  /**
   * API Gateway's limits on the requests of all callers combined: per second, and in a burst. A partner may send 10 per
   * second over time (600 a minute). If the limit were less than 20, one partner could use up most of it without
   * exceeding its own limit.
   */
  apiRequestsPerSecond: z.int().min(20).max(10_000).default(50),
  apiBurst: z.int().min(20).max(5_000).default(100),
  /** Restored tables that replace those of the stack. `npm run restore-tables` prints the value. */
  restoredTables: tableNames,
  /** The stream of a restored mirror. */
  restoredStreamArn: arn("dynamodb", "table/[\\w.-]+/stream/[\\w:.-]+", "table/<name>/stream/<time>").optional(),
  /**
   * The tables that the restored ones replaced. Running versions keep their permissions for these tables. `npm run
   * restore-tables` also prints this value.
   */
  formerTables: tableNames,
  /** Sends webhooks and polls from two fixed addresses, through a VPC with two NAT gateways. */
  staticEgress: flag.default(false),
  /** Lets subscriptions send events to queues, buses and buckets in AWS, through roles that the partners create. */
  awsDestinations: flag.default(false),
  /** Sends a test event through the whole pipeline every five minutes. */
  canary: flag.default(true),
  /** A dashboard of AWS's metrics and the bridge's. Off by default, because CloudWatch charges $3 a month for it. */
  dashboard: flag.default(false),
  /**
   * How many seconds to gather up to ten deliveries for a worker. At a few deliveries per second, a longer time makes
   * each delivery cheaper but later. Above 10 seconds, a delivery could return to the queue while a worker is still
   * sending it.
   */
  deliveryWindowSeconds: z.int().min(0).max(10).default(queues.deliver.windowSeconds),
  /** Whether tables, queues, bus, key and failed records outlive their stacks. By default, only in `prod`. */
  keepData: flag.optional(),
  /**
   * Whether the stacks are protected from removal. Turn this on in the second deployment: if the first one fails,
   * CloudFormation must remove the stack before you can try again.
   */
  protectStacks: flag.default(false),
  /** Moves functions to a new version over ten minutes, and back if an alarm fires. By default, only in `prod`. */
  gradualDeployments: flag.optional(),
  /** Reserves workers for functions that can't wait. The account needs a limit of at least 267 concurrent workers. */
  reserveConcurrency: flag.default(false),
  /** Tags for every taggable resource, in addition to `application` and `stage`, such as an owner or a cost centre. */
  tags: z
    .record(
      z.string().regex(/^(?!aws:)[\w .:/=+@-]{1,128}$/, "must be a key that AWS accepts"),
      z.string().min(1).max(256),
    )
    .default({}),
  /** The account of this stage. The CLI refuses credentials for any other account. */
  account: z
    .string()
    .regex(/^\d{12}$/, "must be the 12 digits of an account")
    .optional(),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "must be a region such as eu-north-1")
    .optional(),
});

const checked = fields.superRefine((given, context) => {
  const reject = (key: keyof typeof given, message: string) => {
    context.addIssue({ code: "custom", path: [key], message });
  };
  if (!isForEmulator(given) && !given.partnerUrl.startsWith("https://")) {
    reject("partnerUrl", "must be https outside an emulator, because it carries credentials");
  }
  // Without a region, the stacks aren't bound to the account.
  if (isForEmulator(given) && given.region === undefined) {
    reject("region", "is required for an emulator's account, so that the stage is never deployed elsewhere");
  }
  for (const key of [
    "alarmTopicArn",
    "ticketTopicArn",
    "keyArn",
    "certificateArn",
    "alertEmailIdentityArn",
    "restoredStreamArn",
  ] as const) {
    const [, , , region, account] = given[key]?.split(":") ?? [];
    if (account !== undefined && (given.account ?? account) !== account) reject(key, "belongs to another account");
    if (region !== undefined && (given.region ?? region) !== region) reject(key, "belongs to another region");
  }
  if (given.formerBusNames.includes(given.busName ?? `feedhook-${given.stage}`)) {
    reject("formerBusNames", "contains the current name of the bus");
  }
  if (given.keepOwnKey && given.keyArn === undefined) {
    reject("keepOwnKey", "requires keyArn; without it, the generated key is in use");
  }
  if (given.firewall && given.domainName === undefined) {
    reject(
      "domainName",
      "is required with a firewall: without it, a REST API has a path prefix, which the portal doesn't support",
    );
  }
  if ((given.restoredTables.mirror === undefined) !== (given.restoredStreamArn === undefined)) {
    reject("restoredStreamArn", "must be set together with a restored mirror, whose changes it carries");
  }
  if (given.domainName !== undefined && given.certificateArn === undefined) {
    reject("certificateArn", "is required with a domainName");
  }
  if (given.certificateArn !== undefined && given.domainName === undefined) {
    reject("domainName", "is required with a certificateArn");
  }
  if ((given.alertEmailFrom === undefined) !== (given.alertEmailIdentityArn === undefined)) {
    const missing = given.alertEmailFrom === undefined ? "alertEmailFrom" : "alertEmailIdentityArn";
    reject(missing, "alertEmailFrom and alertEmailIdentityArn must be set together");
  }
  const identity = given.alertEmailIdentityArn?.split("/").at(-1);
  if (identity !== undefined && given.alertEmailFrom !== undefined && !isOf(given.alertEmailFrom, identity)) {
    reject("alertEmailIdentityArn", "is for a different address or domain than alertEmailFrom");
  }
  if ((given.stage === "prod" || given.protectStacks) && (given.alarmEmail ?? given.alarmTopicArn) === undefined) {
    reject("alarmEmail", "is required here unless alarmTopicArn is set; without either, no alarm reaches anyone");
  }
  if (given.alarmEmail !== undefined && given.alarmTopicArn !== undefined) {
    reject("alarmEmail", "can't be combined with alarmTopicArn; subscribe the address to that topic yourself");
  }
  // The placeholders of `dev` are accepted, so that `cdk synth` works before any stage is configured.
  if (given.stage === "dev") return;
  if (URL.parse(given.partnerUrl)?.hostname === placeholderHost) {
    reject("partnerUrl", "is still the placeholder from dev.json");
  }
  if (hashesOfNothing.includes(given.operatorKeyHash)) {
    reject("operatorKeyHash", "is the SHA-256 of an empty string: the variable with the key was empty");
  }
  if (given.operatorKeyHash === nobodysHash) {
    reject("operatorKeyHash", "is still the placeholder from dev.json, which matches no key");
  }
});

/**
 * With `formerTables`, old code would write tables that new code no longer reads. With `formerKeyArns` or `keepOwnKey`,
 * old code couldn't open what new code seals with another key. So each new version gets all work immediately.
 */
function replacesData(given: z.output<typeof fields>): boolean {
  return Object.keys(given.formerTables).length > 0 || given.formerKeyArns.length > 0 || given.keepOwnKey;
}

/** The identity is an address or a domain. */
function isOf(address: string, identity: string): boolean {
  const domain = address.split("@").at(-1) ?? "";
  return address === identity || domain === identity || domain.endsWith(`.${identity}`);
}

export const options = checked.transform(({ keepData, gradualDeployments, busName, ...given }) => ({
  ...given,
  gradualDeployments: (gradualDeployments ?? given.stage === "prod") && !replacesData(given),
  busName: busName ?? `feedhook-${given.stage}`,
  keepData: keepData ?? given.stage === "prod",
}));

export type DeployOptions = z.output<typeof options>;
export type GivenOptions = z.input<typeof fields>;
