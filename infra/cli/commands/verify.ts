import { type Command, Option } from "@commander-js/extra-typings";
import { type Advice, diagnoseWebhook } from "../../api-client/diagnose-webhook.ts";
import { exitCodes, UsageError } from "../cli-errors.ts";
import { command } from "../command.ts";
import { bytesOf, headersOf, readHeaders } from "../given-files.ts";
import { instantOption } from "../option-values.ts";
import type { Session } from "../session.ts";

const help = `
  feedhook verify --headers headers.txt --body body.json          the secret from WEBHOOK_SECRET
  feedhook verify --id evt_… --timestamp 1795248947 --signature v1,… --body - < body.json
  feedhook verify --request request.txt --secret NEW --secret OLD
  feedhook verify --request request.txt --secret whpk_…           a public key, for Ed25519 signatures

Nothing leaves this machine. The exit code is 0 if the webhook verifies and 1 if it doesn't.`;

export function addVerify(program: Command, { terminal, environment }: Session): void {
  command(program, "verify", "check whether a received webhook is genuine, and if not, find the mistake")
    .option("--body <file>", "the body's bytes as they arrived; - for standard input")
    .option("--headers <file>", "the headers, as lines `name: value` or a JSON object")
    .option("--request <file>", "headers, an empty line and the body in one file; - for standard input")
    .option("--id <text>", "the webhook-id header")
    .option("--timestamp <seconds>", "the webhook-timestamp header")
    .option("--signature <text>", "the webhook-signature header")
    .addOption(
      new Option(
        "--secret <text>",
        "a signing secret (whsec_…) or public key (whpk_…); repeat the option for older keys",
      ).argParser(collect),
    )
    .option("--at <instant>", "when the webhook arrived (default: now)", instantOption)
    .addHelpText("after", help)
    .action(async (options) => {
      const secrets = options.secret ?? [environment["WEBHOOK_SECRET"] ?? ""].filter((each) => each !== "");
      if (secrets.length === 0) {
        throw new UsageError("the secret is missing", "Set WEBHOOK_SECRET, or use --secret whsec_… or whpk_…");
      }
      const request = options.request === undefined ? undefined : splitRequest(await bytesOf(options.request));
      const body = options.body === undefined ? request?.body : await bytesOf(options.body);
      if (body === undefined)
        throw new UsageError("the body is missing", "Use --body FILE, --body - or --request FILE.");
      const headers = {
        ...(options.headers === undefined ? {} : await headersOf(options.headers)),
        ...request?.headers,
        ...(options.id === undefined ? {} : { "webhook-id": options.id }),
        ...(options.timestamp === undefined ? {} : { "webhook-timestamp": options.timestamp }),
        ...(options.signature === undefined ? {} : { "webhook-signature": options.signature }),
      };
      const now = options.at === undefined ? Date.now() : Date.parse(options.at);
      const { code, found, advice } = await diagnoseWebhook({ body, headers, secrets, now }, adviceOfCli);
      const isGenuine = code === "genuine";
      const text = [found, advice].filter((each) => each !== "").join(code === "no_match" ? "\n" : " ");
      const sign = isGenuine ? ({ style: "green", text: "✓" } as const) : ({ style: "red", text: "✗" } as const);
      terminal.result({ isGenuine, code, text }, () => [sign, ` ${text}`]);
      if (!isGenuine) process.exitCode = exitCodes.failed;
    });
}

const adviceOfCli: Advice = {
  missing: "A proxy may have dropped them, or the request isn't from Feedhook.",
  onlyHmac:
    "Pass the signing secret (whsec_…), or change the subscription's key with `feedhook subscriptions rotate --signing ed25519`.",
  onlyEd25519:
    "Pass the subscription's public key (whpk_…), which `feedhook subscriptions show` prints. Your receiver also needs it.",
  changedBody:
    "Verify the bytes as they arrived, before any code parses them. docs/receivers/README.md shows how for seven environments.",
  past: "If you recorded it earlier, pass --at with the time it arrived. If it arrived just now, this machine's clock may be fast.",
  future: "This machine's clock may be slow. Check it with `feedhook doctor`.",
  noMatch: (noun) => `Possible reasons:
  - the ${noun} belongs to another subscription, or was replaced by a rotation. Also pass the other ${noun} (--secret twice), or create another with \`feedhook subscriptions rotate\`
  - the body was changed in a way that can't be undone, such as a missing field or a rounded number
  - the headers and the body are from two different requests`,
};

const collect = (text: string, before: string[] | undefined): string[] => [...(before ?? []), text];

/** Splits bytes instead of text, because the body must stay unchanged. */
function splitRequest(bytes: Buffer) {
  for (const separator of ["\r\n\r\n", "\n\n"]) {
    const end = bytes.indexOf(separator);
    if (end === -1) continue;
    const headers = readHeaders(bytes.subarray(0, end).toString("latin1"));
    return { headers, body: bytes.subarray(end + separator.length) };
  }
  throw new UsageError("the request has no empty line between headers and body", "Use --headers and --body instead.");
}
