import { durationText } from "../components/time.tsx";
import { formFor } from "./plural.ts";

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

const nameList = new Intl.ListFormat("en");

/** Standard Webhooks libraries reject a timestamp that is more than this many seconds in the past or future. */
const tolerance = 300;

/** Finds out why a signature is invalid. The likeliest cause comes first. */
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
  const secret = input.secret.trim();
  const isPublic = secret.startsWith("whpk_");
  const key = keyOf(secret);
  if (key === undefined || secret.startsWith("whsk_") || (isPublic && key.length !== 32)) {
    const advice =
      "A signing secret is whsec_ followed by base64. Feedhook shows it only once. If you lost it, rotate the secret on the endpoint's page. A public key is whpk_ followed by 32 bytes in base64. The endpoint's page shows it.";
    return [{ level: "bad", title: `The ${isPublic ? "public key" : "secret"} isn't valid`, advice }];
  }
  const [id, timestamp, signature] = names.map((name) => headers.get(name) ?? "");
  const signatures = (signature ?? "").split(/\s+/);
  const scheme = isPublic ? "v1a," : "v1,";
  const given = signatures.flatMap((one) => (one.startsWith(scheme) ? [one.slice(scheme.length)] : []));
  if (given.length === 0) return [noSignature(isPublic, signatures)];
  if (isPublic && !(await canVerifyEd25519(key))) {
    const advice =
      "This browser doesn't support Ed25519. Use a current browser, or run “feedhook verify” with the public key.";
    return [{ level: "warn", title: "This browser can't check Ed25519 signatures", advice }];
  }
  const holds = (bytes: Uint8Array<ArrayBuffer>, body: string) => {
    const text = `${id ?? ""}.${timestamp ?? ""}.${body}`;
    return isPublic ? isSigned(bytes, text, given) : sign(bytes, text).then((made) => given.includes(made));
  };
  const age = ageFinding(Number(timestamp), input.now);
  const isRotated = signatures.length > 1 && {
    advice: "The webhook has several signatures, because the endpoint's secret is being rotated.",
  };
  if (await holds(key, input.body)) {
    return [{ level: "good", title: "The signature is valid", ...isRotated }, ...age];
  }
  for (const { text, title, advice } of variantsOf(input.body)) {
    if (text !== input.body && (await holds(key, text))) return [{ level: "bad", title, advice }, ...age];
  }
  const asText = new TextEncoder().encode(secret);
  if (!isPublic && (await holds(asText, input.body))) {
    const advice =
      "Decode the part after whsec_ from base64, and use those bytes as the key, as Standard Webhooks libraries do.";
    return [
      { level: "bad", title: "The signature was made with the secret's text instead of its bytes", advice },
      ...age,
    ];
  }
  const noun = isPublic ? "public key" : "secret";
  const causes: SignatureFinding[] = [
    {
      level: "bad",
      title: `The signature doesn't match this body and ${noun}`,
      advice: `The ${noun} may have expired or belong to another endpoint, or the body may have changed after it was signed. Check the ${noun}, and paste the body exactly as it arrived, before it was parsed.`,
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

function noSignature(isPublic: boolean, signatures: readonly string[]): SignatureFinding {
  const [wanted, other] = isPublic ? ["v1a,", "v1,"] : ["v1,", "v1a,"];
  if (!signatures.some((one) => one.startsWith(other))) {
    return { level: "bad", title: `webhook-signature has no signature that starts with “${wanted}”` };
  }
  return isPublic
    ? {
        level: "bad",
        title: "The webhook has only HMAC signatures",
        advice: "A public key verifies only Ed25519 signatures (v1a). Paste the endpoint's signing secret.",
      }
    : {
        level: "bad",
        title: "The webhook has only Ed25519 signatures",
        advice: "A secret verifies only HMAC signatures (v1). Paste the public key that the endpoint's page shows.",
      };
}

/** Accepts `name: value` lines, curl's `-H` options, or a JSON object. The returned names are lower-case. */
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

function keyOf(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = bytesOf(secret.replace(/^(?:whsec_|whpk_|whsk_)/, ""));
  return bytes?.length === 0 ? undefined : bytes;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const importPublic = (bytes: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);

async function canVerifyEd25519(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return importPublic(bytes).then(
    () => true,
    () => false,
  );
}

async function isSigned(bytes: Uint8Array<ArrayBuffer>, text: string, signatures: readonly string[]): Promise<boolean> {
  const key = await importPublic(bytes);
  for (const one of signatures) {
    const signature = bytesOf(one);
    const isItsOwn =
      signature !== undefined &&
      (await crypto.subtle.verify("Ed25519", key, signature, new TextEncoder().encode(text)));
    if (isItsOwn) return true;
  }
  return false;
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
    "Receivers reject webhooks older than five minutes. Ignore this if the webhook is old. If it's new, check this computer's clock and your receiver's.";
  return [{ level: "warn", title: `The timestamp is ${age} old`, advice }];
}

/** The bodies that Feedhook may have signed if the pasted body was changed after signing. */
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
