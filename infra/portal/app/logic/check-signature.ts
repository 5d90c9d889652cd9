import { type Advice, diagnoseWebhook } from "../../../api-client/diagnose-webhook.ts";
import { durationText } from "./duration-text.ts";

/** `now` is in unix ms. */
export type SignatureInput = {
  readonly headers: string;
  readonly body: string;
  /** A secret (`whsec_…`) or a public key (`whpk_…`). */
  readonly secret: string;
  readonly now: number;
};

export type SignatureFinding = {
  readonly level: "good" | "bad" | "warn";
  readonly title: string;
  readonly advice?: string;
};

const advice: Advice = {
  missing: "Paste the headers as they arrived, one per line. Some proxies drop headers they don't know.",
  onlyHmac: "Paste the endpoint's signing secret.",
  onlyEd25519: "Paste the public key that the endpoint's page shows.",
  changedBody:
    "Verify the raw bytes of the request, before a framework parses them. For example, use express.raw or request.get_data().",
  past: "Receivers reject webhooks older than five minutes. Ignore this if the webhook is old. If it's new, check this computer's clock and your receiver's.",
  future: "This computer's clock may be slow. Synchronize it, and your receiver's clock, with NTP.",
  noMatch: (noun) =>
    `The ${noun} may have expired or belong to another endpoint, or the body may have changed after it was signed. Check the ${noun}, and paste the body exactly as it arrived, before it was parsed.`,
};

/** Finds out why a signature is invalid. The likeliest cause comes first. */
export async function checkSignature(input: SignatureInput): Promise<readonly SignatureFinding[]> {
  const headers = readHeaders(input.headers);
  const secret = input.secret.trim();
  if (!/^(?:(?:whsec_)?[A-Za-z0-9+/]+={0,2}|whpk_[A-Za-z0-9+/]{43}=?)$/.test(secret)) {
    const title = `The ${secret.startsWith("whpk_") ? "public key" : "secret"} isn't valid`;
    return [{ level: "bad", title, advice: validKeys }];
  }
  const webhook = { headers, body: new TextEncoder().encode(input.body), secrets: [secret], now: input.now };
  const diagnosis = await diagnoseWebhook(webhook, advice).catch((error: unknown) => {
    if (error instanceof DOMException) return undefined;
    throw error;
  });
  if (diagnosis === undefined) {
    const useInstead = "Use a current browser, or run “feedhook verify” with the public key.";
    const title = "This browser can't check Ed25519 signatures";
    return [{ level: "warn", title, advice: `This browser doesn't support Ed25519. ${useInstead}` }];
  }
  const { code, found } = diagnosis;
  const isRotated = (headers["webhook-signature"] ?? "").trim().includes(" ");
  const valid: SignatureFinding = {
    level: "good",
    title: "The signature is valid",
    ...(isRotated && {
      advice: "The webhook has several signatures, because the endpoint's secret is being rotated.",
    }),
  };
  if (code === "genuine") return [valid];
  if (code === "clock") {
    const ms = input.now - Number(headers["webhook-timestamp"]) * 1_000;
    const title = `The timestamp is ${durationText(Math.abs(ms))} ${ms > 0 ? "old" : "in the future"}`;
    return [valid, { level: ms > 0 ? "warn" : "bad", title, advice: diagnosis.advice }];
  }
  return [{ level: "bad", title: found.replace(/\.$/, ""), advice: diagnosis.advice }];
}

const validKeys =
  "A signing secret is whsec_ followed by base64. Feedhook shows it only once. If you lost it, rotate the secret on the endpoint's page. A public key is whpk_ followed by 32 bytes in base64. The endpoint's page shows it.";

/** Accepts `name: value` lines, curl's `-H` options, or a JSON object. The returned names are lower-case. */
function readHeaders(text: string): Record<string, string> {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) {
    try {
      const parsed: unknown = JSON.parse(trimmed);
      const entries = typeof parsed === "object" && parsed !== null ? Object.entries(parsed) : [];
      return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
    } catch {
      return {};
    }
  }
  const lines = trimmed.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^\s*-?-?H?\s*['"]?([\w-]+)\s*:\s*(.*?)['"]?\s*\\?$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const];
  });
  return Object.fromEntries(lines);
}
