import * as z from "zod";
import { timings } from "../../shared/kernel/timings.ts";

const placeholderHost = "partner.example.com";
const nobodysHash = "0".repeat(64);

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);

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

const options = z
  .object({
    /** `prod` keeps its data whatever happens to the stacks; `emulator` lets webhooks go to http and private addresses. */
    stage: z.enum(["dev", "prod", "emulator"]),
    /** Address of the Partner API, without a path. */
    partnerUrl: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")),
    /** SHA-256 (hex) of the operator's API key. */
    operatorKeyHash: z.string().regex(/^[0-9a-f]{64}$/, "64 lower-case hex digits: the SHA-256 of the operator's key"),
    /** Who is told when an alarm rings; without it the alarm topic has no subscriber. */
    alarmEmail: z.email().optional(),
    timings: overrides.optional(),
    /** X-Ray costs per trace and adds to every cold start; the event id already joins the logs of one change. */
    tracing: flag.default(false),
  })
  .superRefine((given, context) => {
    const reject = (key: string, message: string) => {
      context.addIssue({ code: "custom", path: [key], message });
    };
    if (given.stage !== "emulator" && !given.partnerUrl.startsWith("https://")) {
      reject("partnerUrl", "https is needed outside of the emulator: credentials travel on it");
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

/**
 * The options of a deployment from the CDK context (`-c key=value`, or `context` in cdk.json).
 * Throws an Error that names every wrong key and how to give it.
 */
export function readOptions(context: (key: string) => unknown): DeployOptions {
  const given = Object.fromEntries(
    ["stage", "partnerUrl", "operatorKeyHash", "alarmEmail", "timings", "tracing"].map((key) => [key, context(key)]),
  );
  const result = options.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => {
    const key = String(path[0] ?? "");
    return `  ${key}: ${message}. Give it with -c ${key}=…`;
  });
  throw new Error(["The CDK context is incomplete or wrong:", ...lines].join("\n"));
}
