import { isPublicKey, keysFrom, type SigningKey } from "./signing-keys.ts";

export type ReceivedWebhook = {
  /** The body's bytes as they arrived, or as the receiver's code sees them. */
  readonly body: Buffer;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The secrets and public keys to try, the current one first. */
  readonly secrets: readonly string[];
  /** In unix ms. */
  readonly now: number;
};

/** `isGenuine`: a receiver with the first secret must accept the webhook. `code` is stable; `text` says what to do. */
export type Diagnosis = { readonly isGenuine: boolean; readonly code: string; readonly text: string };

const toleranceSeconds = 300;

/** Checks whether a webhook verifies, and if not, which mistake explains its signature. */
export function diagnoseWebhook(webhook: ReceivedWebhook): Diagnosis {
  const missing = ["webhook-id", "webhook-timestamp", "webhook-signature"].filter((name) => !webhook.headers[name]);
  if (missing.length > 0) {
    const cause = "A proxy may have dropped them, or the request isn't from Feedhook.";
    return wrong("headers_missing", `These headers are missing: ${missing.join(", ")}. ${cause}`);
  }
  const { "webhook-id": id = "", "webhook-timestamp": timestamp = "", "webhook-signature": all = "" } = webhook.headers;
  if (!/^\d+$/.test(timestamp)) {
    return wrong("timestamp_unreadable", "The webhook-timestamp header isn't a number of seconds since 1970.");
  }
  const signatures = all.split(" ").filter((each) => /^v1a?,/.test(each));
  if (signatures.length === 0) {
    return wrong("signature_unreadable", "The webhook-signature header has no version 1 signature (v1,… or v1a,…).");
  }
  const isSigned: IsSigned = (key, body) => key.hasSigned({ id, timestamp, body }, signatures);
  const unusable = wrongKind(webhook.secrets, signatures);
  if (unusable !== undefined) return unusable;
  const found = findSigner(webhook, isSigned);
  if (found === undefined) return unexplained(webhook);
  if (found.code !== "genuine") return wrong(found.code, found.text);
  return wrongTime(Number(timestamp), webhook.now) ?? wrongId(webhook.body, id) ?? genuine;
}

const genuine = {
  isGenuine: true,
  code: "genuine",
  text: "The webhook is genuine. Its signature, time and ID are correct.",
};
const wrong = (code: string, text: string): Diagnosis => ({ isGenuine: false, code, text });

type IsSigned = (key: SigningKey, body: Buffer) => boolean;

/** A secret verifies only HMAC signatures (`v1`), and a public key only Ed25519 signatures (`v1a`). */
function wrongKind(secrets: readonly string[], signatures: readonly string[]): Diagnosis | undefined {
  if (secrets.some((each) => each.startsWith("whsk_"))) {
    const text = "You passed a private key (whsk_…), which only a sender needs. Pass the public key (whpk_…).";
    return wrong("private_key", text);
  }
  if (secrets.every(isPublicKey) && signatures.every((each) => each.startsWith("v1,"))) {
    const text =
      "The webhook has only HMAC signatures (v1,…), which a public key can't verify. Pass the signing secret (whsec_…), or change the subscription's key with `feedhook subscriptions rotate --signing ed25519`.";
    return wrong("only_hmac", text);
  }
  if (!secrets.some(isPublicKey) && signatures.every((each) => each.startsWith("v1a,"))) {
    const text =
      "The webhook has only Ed25519 signatures (v1a,…), which a secret can't verify. Pass the subscription's public key (whpk_…), which `feedhook subscriptions show` prints. Your receiver also needs it.";
    return wrong("only_ed25519", text);
  }
  return undefined;
}

/** Tries every secret, every mistaken form of it, and every common change to the body, the simplest first. */
function findSigner({ secrets, body }: ReceivedWebhook, isSigned: IsSigned): Omit<Diagnosis, "isGenuine"> | undefined {
  for (const { code, change, body: candidate } of [{ code: "genuine", change: "", body }, ...rewrittenBodies(body)]) {
    for (const [position, secret] of secrets.entries()) {
      for (const key of keysFrom(secret)) {
        if (!isSigned(key, candidate)) continue;
        if (change !== "") {
          return {
            code,
            text: `The signature matches another form of this body: ${change}. Verify the bytes as they arrived, before any code parses them. docs/receivers/README.md shows how for seven environments.`,
          };
        }
        if (key.mistake !== undefined) return key.mistake;
        if (position > 0) {
          const text = `The webhook is signed with secret ${position + 1} of those you passed, not with the first. If the first secret is the new one, the sender doesn't have it yet, or the request is older than the rotation. Accept both secrets until the overlap ends.`;
          return { code: "old_secret", text };
        }
        return { code, text: "" };
      }
    }
  }
  return undefined;
}

function wrongTime(timestamp: number, now: number): Diagnosis | undefined {
  const seconds = Math.round(now / 1_000 - timestamp);
  if (Math.abs(seconds) <= toleranceSeconds) return undefined;
  // Milliseconds instead of seconds give a date thousands of years from now.
  if (timestamp > 1e11) {
    return wrong(
      "timestamp_in_ms",
      "The signature is correct, but webhook-timestamp is in milliseconds. It must be in seconds.",
    );
  }
  const minutes = Math.round(Math.abs(seconds) / 60);
  const side = seconds > 0 ? "in the past" : "in the future";
  const advice =
    seconds > 0
      ? "If you recorded it earlier, pass --at with the time it arrived. If it arrived just now, this machine's clock may be fast."
      : "This machine's clock may be slow. Check it with `feedhook doctor`.";
  return wrong(
    "clock",
    `The signature is correct, but webhook-timestamp is ${minutes} minutes ${side}. Up to 5 minutes are allowed. ${advice}`,
  );
}

/** The signature covers the header, so a different id means that the body belongs to another event. */
function wrongId(body: Buffer, id: string): Diagnosis | undefined {
  const [, own] = /^\{"(?:specversion":"1\.0",")?id":"([^"]+)"/.exec(body.toString("utf8")) ?? [];
  if (own === undefined || own === id) return undefined;
  return wrong(
    "id_differs",
    "The signature is correct, but webhook-id and the body's ID differ, so the signer mixed up events.",
  );
}

function unexplained({ body, secrets }: ReceivedWebhook): Diagnosis {
  const noun = secrets.every(isPublicKey) ? "public key" : "secret";
  const count = secrets.length === 1 ? `the ${noun}` : `any of the ${noun}s`;
  const reasons = [
    `the ${noun} belongs to another subscription, or was replaced by a rotation. Also pass the other ${noun} (--secret twice), or create another with \`feedhook subscriptions rotate\``,
    "the body was changed in a way that can't be undone, such as a missing field or a rounded number",
    "the headers and the body are from two different requests",
  ];
  const empty = body.length === 0 ? " The body is empty, perhaps because something read it earlier." : "";
  return wrong(
    "no_match",
    `No signature matches ${count} and these ${body.length} bytes.${empty}\nPossible reasons:\n${reasons.map((each) => `  - ${each}`).join("\n")}`,
  );
}

type Rewritten = { readonly code: string; readonly change: string; readonly body: Buffer };

/** Forms that the body may have had before it was changed in transit. */
export function rewrittenBodies(body: Buffer): Rewritten[] {
  const text = body.toString("utf8");
  const trimmed = text.trim();
  const line = (change: string, form: string): Rewritten => ({ code: "line_end", change, body: Buffer.from(form) });
  const forms = [
    line("it has no spaces or line breaks around it", trimmed),
    line("it ends with a line break", `${trimmed}\n`),
    line("its line breaks are \\n, not \\r\\n", text.replaceAll("\r\n", "\n")),
    line("it has no byte order mark", text.replace(/^\u{feff}/u, "")),
    { code: "charset", change: "it is UTF-8, and was read as Latin-1", body: Buffer.from(text, "latin1") },
    ...reserialised(trimmed),
  ];
  return forms.filter((form) => !form.body.equals(body));
}

/** JSON that was parsed and serialized again has the same meaning but different bytes. */
function reserialised(text: string): Rewritten[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
    // A framework may have passed a string that contains the JSON.
    if (typeof value === "string") value = JSON.parse(value);
  } catch {
    return [];
  }
  const form = (change: string, body: string): Rewritten => ({ code: "reserialised", change, body: Buffer.from(body) });
  return [
    form("it has no spaces between its parts, so this body was parsed and serialized again", JSON.stringify(value)),
    form("it is indented by 2, so this body was parsed and serialized again", JSON.stringify(value, null, 2)),
    form("it is indented by 4, so this body was parsed and serialized again", JSON.stringify(value, null, 4)),
  ];
}
