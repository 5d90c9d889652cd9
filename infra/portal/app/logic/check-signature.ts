import { durationText } from "../components/time.tsx";
import { formFor } from "./plural.ts";

/** What the user pasted, which stays in the browser. `now` is in unix ms. */
export type SignatureInput = {
  readonly headers: string;
  readonly body: string;
  readonly secret: string;
  readonly now: number;
};

export type SignatureFinding = {
  readonly level: "good" | "bad" | "warn";
  readonly title: string;
  readonly advice?: string;
};

const nameList = new Intl.ListFormat("en");

/** How many seconds a timestamp may differ from now before Standard Webhooks libraries reject it. */
const tolerance = 300;

/** Checks whether a webhook's signature is valid and, if not, what went wrong, the most likely cause first. */
export async function checkSignature(input: SignatureInput): Promise<readonly SignatureFinding[]> {
  const headers = readHeaders(input.headers);
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const missing = names.filter((name) => !headers.has(name));
  if (missing.length > 0) {
    const advice = "Paste the headers as they arrived, one per line. Some proxies drop headers they don't know.";
    return [
      { level: "bad", title: `${nameList.format(missing)} ${formFor(missing.length, "is", "are")} missing`, advice },
    ];
  }
  const key = keyOf(input.secret.trim());
  if (key === undefined) {
    const advice =
      "A signing secret is whsec_ followed by base64. Feedhook shows it only once. If you lost it, rotate the secret on the endpoint's page.";
    return [{ level: "bad", title: "The secret isn't valid", advice }];
  }
  const [id, timestamp, signature] = names.map((name) => headers.get(name) ?? "");
  const given = (signature ?? "").split(/\s+/).flatMap((one) => (one.startsWith("v1,") ? [one.slice(3)] : []));
  if (given.length === 0) return [{ level: "bad", title: "webhook-signature has no signature that starts with “v1,”" }];
  const holds = async (bytes: Uint8Array<ArrayBuffer>, body: string) =>
    given.includes(await sign(bytes, `${id ?? ""}.${timestamp ?? ""}.${body}`));
  const age = ageFinding(Number(timestamp), input.now);
  const isRotated = given.length > 1 && {
    advice: "The webhook has several signatures, because its secret is being rotated.",
  };
  if (await holds(key, input.body)) {
    return [{ level: "good", title: "The signature is valid", ...isRotated }, ...age];
  }
  for (const { text, title, advice } of variantsOf(input.body)) {
    if (text !== input.body && (await holds(key, text))) return [{ level: "bad", title, advice }, ...age];
  }
  const asText = new TextEncoder().encode(input.secret.trim());
  if (await holds(asText, input.body)) {
    const advice =
      "Decode the part after whsec_ from base64, and use those bytes as the key, as Standard Webhooks libraries do.";
    return [
      { level: "bad", title: "The signature was made with the secret's text instead of its bytes", advice },
      ...age,
    ];
  }
  const causes: SignatureFinding[] = [
    {
      level: "bad",
      title: "The signature doesn't match this body and secret",
      advice:
        "The secret may have expired or belong to another endpoint, or the body may have changed after it was signed. Check the secret, and paste the body exactly as it arrived, before it was parsed.",
    },
  ];
  if (looksParsed(input.body)) {
    causes.push({
      level: "warn",
      title: "The body looks as if it was parsed and re-serialized",
      advice: "The body spans several lines, but Feedhook sends one line. Verify the raw bytes of the request.",
    });
  }
  return [...causes, ...age];
}

/** Reads `name: value` lines or a JSON object of headers. The names returned are lower-case. */
export function readHeaders(text: string): ReadonlyMap<string, string> {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) {
    try {
      const parsed: unknown = JSON.parse(trimmed);
      const entries = typeof parsed === "object" && parsed !== null ? Object.entries(parsed) : [];
      return new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
    } catch {
      return new Map();
    }
  }
  const lines = trimmed.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^\s*-?-?H?\s*['"]?([\w-]+)\s*:\s*(.*?)['"]?\s*\\?$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const];
  });
  return new Map(lines);
}

/** The bytes of a secret; undefined if it isn't base64 after an optional `whsec_`. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(secret.replace(/^whsec_/, ""));
    return binary.length === 0 ? undefined : Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

async function sign(bytes: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

function ageFinding(timestamp: number, now: number): SignatureFinding[] {
  if (!Number.isFinite(timestamp)) return [{ level: "bad", title: "webhook-timestamp isn't a Unix time in seconds" }];
  const seconds = Math.round(now / 1_000 - timestamp);
  if (Math.abs(seconds) <= tolerance) return [];
  const age = durationText(Math.abs(seconds) * 1_000);
  if (seconds < 0) {
    const advice = "This computer's clock may be slow. Synchronize it, and your receiver's clock, with NTP.";
    return [{ level: "bad", title: `The timestamp is ${age} in the future`, advice }];
  }
  const advice =
    "Receivers reject webhooks older than five minutes. If you pasted an old webhook, ignore this warning. If the webhook is new, check your receiver's clock.";
  return [{ level: "warn", title: `The timestamp is ${age} old`, advice }];
}

/** Original bodies that would match the signature if the pasted body was changed in transit. */
function variantsOf(body: string): readonly { text: string; title: string; advice: string }[] {
  const raw =
    "Verify the raw bytes of the request, before a framework parses them. For example, use express.raw or request.get_data().";
  return [
    { text: compact(body), title: "The body was parsed and re-serialized", advice: raw },
    { text: body.trim(), title: "Whitespace was added around the body", advice: raw },
    { text: body.replaceAll("\r\n", "\n"), title: "The body's line endings were changed", advice: raw },
  ];
}

function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body;
  }
}

function looksParsed(body: string): boolean {
  return /^\s*[{[]\s*\n/.test(body);
}
