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
    const cause = "A proxy may have dropped them, or the request isn't from Feedhook.";
    return wrong("headers_missing", `These headers are missing: ${missing.join(", ")}. ${cause}`);
  }
  const { "webhook-id": id = "", "webhook-timestamp": timestamp = "", "webhook-signature": all = "" } = webhook.headers;
  if (!/^\d+$/.test(timestamp)) {
    return wrong("timestamp_unreadable", "The webhook-timestamp header isn't a number of seconds since 1970.");
  }
  const signatures = all.split(" ").filter((each) => each.startsWith("v1,"));
  if (signatures.length === 0) {
    return wrong("signature_unreadable", "The webhook-signature header has no version 1 signature (v1,…).");
  }
  const isSigned = (key: Buffer, body: Buffer) => signatures.includes(signatureOf(key, id, timestamp, body));
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
            text: `The signature matches another form of this body: ${change}. Verify the bytes as they arrived, before any code parses them. For how to do this in seven environments, see docs/receivers/README.md.`,
          };
        }
        if (mistake !== undefined) return mistake;
        if (position > 0) {
          const text = `The webhook is signed with secret ${position + 1} of those you passed, not with the first. If the first is the new one, the sender doesn't have it yet, or the request is older than the rotation. Accept both secrets until the overlap ends.`;
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
    `The signature is correct, but its time is ${minutes} minutes ${side}. Up to 5 minutes are allowed. ${advice}`,
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
  const count = secrets.length === 1 ? "the secret" : "any of the secrets";
  const reasons = [
    "the secret belongs to another subscription, or was replaced by a rotation. Pass the other secret, too (--secret twice), or rotate it with `feedhook subscriptions rotate`",
    "the body was changed in a way that can't be undone, such as a missing field or a rounded number",
    "the headers and the body are from two different requests",
  ];
  const empty = body.length === 0 ? " The body is empty, perhaps because something read it earlier." : "";
  return wrong(
    "no_match",
    `No signature matches ${count} and these ${body.length} bytes.${empty}\nPossible reasons:\n${reasons.map((each) => `  - ${each}`).join("\n")}`,
  );
}
