import { isPublicKey, keysFrom, type SigningKey } from "./signing-keys.ts";

export type ReceivedWebhook = {
  /** The body's bytes as they arrived, or as the receiver's code sees them. */
  readonly body: Uint8Array;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The secrets and public keys to try, the current one first. */
  readonly secrets: readonly string[];
  /** In unix ms. */
  readonly now: number;
};

/** What to do, in the words of the CLI or of the portal. */
export type Advice = {
  readonly missing: string;
  readonly onlyHmac: string;
  readonly onlyEd25519: string;
  readonly changedBody: string;
  readonly past: string;
  readonly future: string;
  readonly noMatch: (noun: "public key" | "secret") => string;
};

/**
 * `code` is stable. It is `genuine` if a receiver with the first secret must accept the webhook. `found` says what is
 * wrong, and `advice` what to do.
 */
export type Diagnosis = { readonly code: string; readonly found: string; readonly advice: string };

const toleranceSeconds = 300;

/** Checks whether a webhook verifies, and if not, which mistake explains its signature. */
export async function diagnoseWebhook(webhook: ReceivedWebhook, advice: Advice): Promise<Diagnosis> {
  const missing = ["webhook-id", "webhook-timestamp", "webhook-signature"].filter((name) => !webhook.headers[name]);
  if (missing.length > 0) {
    const found = `These headers are missing: ${missing.join(", ")}.`;
    return { code: "headers_missing", found, advice: advice.missing };
  }
  const { "webhook-id": id = "", "webhook-timestamp": timestamp = "", "webhook-signature": all = "" } = webhook.headers;
  if (!/^\d+$/.test(timestamp)) {
    const found = "The webhook-timestamp header isn't a number of seconds since 1970.";
    return { code: "timestamp_unreadable", found, advice: "" };
  }
  const signatures = all.split(" ").filter((each) => /^v1a?,/.test(each));
  if (signatures.length === 0) {
    const found = "The webhook-signature header has no version 1 signature (v1,… or v1a,…).";
    return { code: "signature_unreadable", found, advice: "" };
  }
  const unusable = wrongKind(webhook.secrets, signatures, advice);
  if (unusable !== undefined) return unusable;
  const isSigned: IsSigned = (key, body) => key.hasSigned({ id, timestamp, body }, signatures);
  const found = await findSigner(webhook, isSigned, advice);
  if (found === undefined) return unexplained(webhook, advice);
  if (found !== genuine) return found;
  return wrongTime(Number(timestamp), webhook.now, advice) ?? wrongId(webhook.body, id) ?? genuine;
}

const genuine: Diagnosis = {
  code: "genuine",
  found: "The webhook is genuine.",
  advice: "Its signature, time and ID are correct.",
};

type IsSigned = (key: SigningKey, body: Uint8Array) => Promise<boolean>;

/** A secret verifies only HMAC signatures (`v1`), and a public key only Ed25519 signatures (`v1a`). */
function wrongKind(
  secrets: readonly string[],
  signatures: readonly string[],
  { onlyHmac, onlyEd25519 }: Advice,
): Diagnosis | undefined {
  if (secrets.some((each) => each.startsWith("whsk_"))) {
    const found = "You passed a private key (whsk_…), which only a sender needs.";
    return { code: "private_key", found, advice: "Pass the public key (whpk_…)." };
  }
  if (secrets.every(isPublicKey) && signatures.every((each) => each.startsWith("v1,"))) {
    const found = "The webhook has only HMAC signatures (v1,…), which a public key can't verify.";
    return { code: "only_hmac", found, advice: onlyHmac };
  }
  if (!secrets.some(isPublicKey) && signatures.every((each) => each.startsWith("v1a,"))) {
    const found = "The webhook has only Ed25519 signatures (v1a,…), which a secret can't verify.";
    return { code: "only_ed25519", found, advice: onlyEd25519 };
  }
  return undefined;
}

/** Tries every secret, every mistaken form of it, and every common change to the body, the simplest first. */
async function findSigner(
  { secrets, body }: ReceivedWebhook,
  isSigned: IsSigned,
  { changedBody }: Advice,
): Promise<Diagnosis | undefined> {
  for (const { code, change, body: candidate } of [{ code: "genuine", change: "", body }, ...rewrittenBodies(body)]) {
    for (const [position, secret] of secrets.entries()) {
      for (const key of keysFrom(secret)) {
        if (!(await isSigned(key, candidate))) continue;
        if (change !== "") {
          return { code, found: `The signature matches another form of this body: ${change}.`, advice: changedBody };
        }
        if (key.mistake !== undefined) return key.mistake;
        return position > 0 ? oldSecret(position + 1) : genuine;
      }
    }
  }
  return undefined;
}

const oldSecret = (position: number): Diagnosis => ({
  code: "old_secret",
  found: `The webhook is signed with secret ${position} of those you passed, not with the first.`,
  advice:
    "If the first secret is the new one, the sender doesn't have it yet, or the request is older than the rotation. Accept both secrets until the overlap ends.",
});

function wrongTime(timestamp: number, now: number, { past, future }: Advice): Diagnosis | undefined {
  const seconds = Math.round(now / 1_000 - timestamp);
  if (Math.abs(seconds) <= toleranceSeconds) return undefined;
  // Milliseconds instead of seconds give a date thousands of years from now.
  if (timestamp > 1e11) {
    const found = "The signature is correct, but webhook-timestamp is in milliseconds.";
    return { code: "timestamp_in_ms", found, advice: "It must be in seconds." };
  }
  const off = `${Math.round(Math.abs(seconds) / 60)} minutes ${seconds > 0 ? "in the past" : "in the future"}`;
  return {
    code: "clock",
    found: `The signature is correct, but webhook-timestamp is ${off}. Up to 5 minutes are allowed.`,
    advice: seconds > 0 ? past : future,
  };
}

/** The signature covers the header, so a different id means that the body belongs to another event. */
function wrongId(body: Uint8Array, id: string): Diagnosis | undefined {
  const [, own] = /^\{"(?:specversion":"1\.0",")?id":"([^"]+)"/.exec(new TextDecoder().decode(body)) ?? [];
  if (own === undefined || own === id) return undefined;
  const found = "The signature is correct, but webhook-id and the body's ID differ, so the signer mixed up events.";
  return { code: "id_differs", found, advice: "" };
}

function unexplained({ body, secrets }: ReceivedWebhook, { noMatch }: Advice): Diagnosis {
  const noun = secrets.every(isPublicKey) ? "public key" : "secret";
  const keys = secrets.length === 1 ? `the ${noun}` : `any of the ${noun}s`;
  const empty = body.length === 0 ? " The body is empty, perhaps because something read it earlier." : "";
  const found = `No signature matches ${keys} and these ${body.length} bytes.${empty}`;
  return { code: "no_match", found, advice: noMatch(noun) };
}

type Rewritten = { readonly code: string; readonly change: string; readonly body: Uint8Array };

/** Forms that the body may have had before it was changed in transit. */
function rewrittenBodies(body: Uint8Array): Rewritten[] {
  // A byte order mark is part of the signed bytes.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const trimmed = text.trim();
  const form = (code: string, change: string, written: string): Rewritten[] =>
    written === text ? [] : [{ code, change, body: new TextEncoder().encode(written) }];
  return [
    ...form("line_end", "it has no spaces or line breaks around it", trimmed),
    ...form("line_end", "it ends with a line break", `${trimmed}\n`),
    ...form("line_end", "its line breaks are \\n, not \\r\\n", text.replaceAll("\r\n", "\n")),
    ...form("line_end", "it has no byte order mark", text.replace(/^\u{feff}/u, "")),
    { code: "charset", change: "it is UTF-8, and was read as Latin-1", body: latin1(text) },
    ...reserialised(trimmed).flatMap(([how, written]) =>
      form("reserialised", `${how}, so this body was parsed and serialized again`, written),
    ),
  ];
}

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** JSON that was parsed and serialized again has the same meaning but different bytes. */
function reserialised(text: string): [string, string][] {
  let value: unknown;
  try {
    value = JSON.parse(text);
    // A framework may have passed a string that contains the JSON.
    if (typeof value === "string") value = JSON.parse(value);
  } catch {
    return [];
  }
  return [
    ["it has no spaces between its parts", JSON.stringify(value)],
    ["it is indented by 2", JSON.stringify(value, null, 2)],
    ["it is indented by 4", JSON.stringify(value, null, 4)],
  ];
}
