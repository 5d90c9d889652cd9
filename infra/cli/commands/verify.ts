import { type Command, Option } from "@commander-js/extra-typings";
import { exitCodes, UsageError } from "../cli-errors.ts";
import { bytesOf, headersOf, readHeaders } from "../given-files.ts";
import { instantOption } from "../option-values.ts";
import type { Session } from "../session.ts";
import { diagnoseWebhook } from "../verify/diagnose-webhook.ts";

const help = `
  feedhook verify --headers headers.txt --body body.json          the secret from WEBHOOK_SECRET
  feedhook verify --id evt_… --timestamp 1795248947 --signature v1,… --body - < body.json
  feedhook verify --request request.txt --secret NEW --secret OLD
  feedhook verify --request request.txt --secret whpk_…           a public key, for Ed25519 signatures

Nothing leaves this machine. The exit code is 0 if the webhook verifies and 1 if it doesn't.`;

export function addVerify(program: Command, { terminal, environment }: Session): void {
  program
    .command("verify")
    .description("check whether a received webhook is genuine, and if not, find the mistake")
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
      const diagnosis = diagnoseWebhook({ body, headers, secrets, now });
      const { isGenuine, text } = diagnosis;
      const sign = isGenuine ? ({ style: "green", text: "✓" } as const) : ({ style: "red", text: "✗" } as const);
      terminal.result(diagnosis, () => [sign, ` ${text}`]);
      if (!isGenuine) process.exitCode = exitCodes.failed;
    });
}

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
