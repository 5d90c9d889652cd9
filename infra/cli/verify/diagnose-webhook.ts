import { rewrittenBodies } from "./rewritten-bodies.ts";
import { keysFrom, signatureOf } from "./signature-keys.ts";

export type ReceivedWebhook = {
  /** The body's bytes as they arrived, or as the receiver's code has them. */
  readonly body: Buffer;
  /** Names are lower-case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The secrets that may have signed it, the current one first. */
  readonly secrets: readonly string[];
  /** The current time (unix ms). */
  readonly now: number;
};

/** `isGenuine` means that a receiver with the first secret must accept it. `code` is stable; `text` says what to do. */
export type Diagnosis = { readonly isGenuine: boolean; readonly code: string; readonly text: string };

const toleranceSeconds = 300;

/** Checks whether a webhook verifies, and if not, which mistake explains its signature. */
export function diagnoseWebhook(webhook: ReceivedWebhook): Diagnosis {
  const missing = ["webhook-id", "webhook-timestamp", "webhook-signature"].filter((name) => !webhook.headers[name]);
  if (missing.length > 0) {
    const cause = "A proxy may drop them, or the request isn't one of Feedhook's.";
    return wrong("headers_missing", `The headers ${missing.join(", ")} are missing. ${cause}`);
  }
  const { "webhook-id": id = "", "webhook-timestamp": timestamp = "", "webhook-signature": all = "" } = webhook.headers;
  if (!/^\d+$/.test(timestamp)) {
    return wrong("timestamp_unreadable", "The header webhook-timestamp isn't a number of seconds since 1970.");
  }
  const signatures = all.split(" ").filter((each) => each.startsWith("v1,"));
  if (signatures.length === 0) {
    return wrong("signature_unreadable", "The header webhook-signature has no signature of version 1 (v1,…).");
  }
  const isSigned = (key: Buffer, body: Buffer) => signatures.includes(signatureOf(key, id, timestamp, body));
  const found = findSigner(webhook, isSigned);
  if (found === undefined) return unexplained(webhook);
  if (found.code !== "genuine") return wrong(found.code, found.text);
  return wrongTime(Number(timestamp), webhook.now) ?? wrongId(webhook.body, id) ?? genuine;
}

const genuine = { isGenuine: true, code: "genuine", text: "The webhook verifies: signature, time and id are right." };
const wrong = (code: string, text: string): Diagnosis => ({ isGenuine: false, code, text });

type IsSigned = (key: Buffer, body: Buffer) => boolean;

/** Tries every secret, every mistaken form of it, and every common change to the body, the simplest first. */
function findSigner({ secrets, body }: ReceivedWebhook, isSigned: IsSigned): Omit<Diagnosis, "isGenuine"> | undefined {
  for (const { code, change, body: candidate } of [{ code: "genuine", change: "", body }, ...rewrittenBodies(body)]) {
    for (const [position, secret] of secrets.entries()) {
      for (const { key, mistake } of keysFrom(secret)) {
        if (!isSigned(key, candidate)) continue;
        if (change !== "") {
          return {
            code,
            text: `The signature is right for another form of this body: ${change}. Verify the bytes as they arrived, before anything parses them (docs/receivers/README.md shows how in seven environments).`,
          };
        }
        if (mistake !== undefined) return mistake;
        if (position > 0) {
          const text = `It is signed with secret ${position + 1} of the given ones, not with the first. If the first is the new one, the sender doesn't have it yet, or this request is older than the rotation: accept both until the overlap ends.`;
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
      "The signature is right, but webhook-timestamp counts milliseconds: it must be seconds.",
    );
  }
  const minutes = Math.round(Math.abs(seconds) / 60);
  const side = seconds > 0 ? "older than now" : "ahead of now";
  const advice =
    seconds > 0
      ? "If you recorded it earlier, pass --at with the time it arrived. If it arrived just now, this machine's clock is fast."
      : "This machine's clock is slow: compare it with `feedhook doctor`.";
  return wrong("clock", `The signature is right, but its time is ${minutes} minutes ${side}; 5 are allowed. ${advice}`);
}

/** The signature covers the header, so a different id means that the body belongs to another event. */
function wrongId(body: Buffer, id: string): Diagnosis | undefined {
  const [, own] = /^\{"(?:specversion":"1\.0",")?id":"([^"]+)"/.exec(body.toString("utf8")) ?? [];
  if (own === undefined || own === id) return undefined;
  return wrong(
    "id_differs",
    "The signature is right, but webhook-id and the body's id differ: the signer mixes up events.",
  );
}

function unexplained({ body, secrets }: ReceivedWebhook): Diagnosis {
  const count = secrets.length === 1 ? "the secret" : "any of the secrets";
  const reasons = [
    "the secret belongs to another subscription, or was replaced by a rotation: pass the other one too (--secret twice), or rotate it with `feedhook subscriptions rotate`",
    "the body was changed in a way that can't be undone, such as a missing field or a rounded number",
    "the headers and the body are of two different requests",
  ];
  const empty = body.length === 0 ? " The body is empty: something read it before." : "";
  return wrong(
    "no_match",
    `No signature is of ${count} over these ${body.length} bytes.${empty}\nPossible reasons:\n${reasons.map((each) => `  - ${each}`).join("\n")}`,
  );
}
