import { Webhook } from "standardwebhooks";
import type { BridgeEvent } from "../../docs/types/feedhook-events.d.ts";
import { ed25519Verifier, type Verify } from "./ed25519.ts";
import { type Handled, type HandlerOptions, handleOnce, report } from "./handle-once.ts";
import { parseEvent } from "./parse-event.ts";

export { createMemory, type EventMemory, type ProcessMemory, type Verdict } from "./event-memory.ts";
export type { Delivery } from "./handle-once.ts";
export {
  addDigests,
  type CompletenessHour,
  differentHours,
  type HourDifference,
  type HourDigest,
  hourOf,
  idDigest,
  noEvents,
} from "./hour-digests.ts";
export { parseEvent, UnreadableEventError } from "./parse-event.ts";
export type { BridgeEvent };

/** Headers by lower-case name, as in Node. */
export type WebhookHeaders = { readonly [name: string]: string | readonly string[] | undefined };

export type ReceiverOptions = HandlerOptions & {
  /** The subscription's secret (`whsec_…`) or public key (`whpk_…`), or several during a rotation. */
  readonly secret: string | readonly string[];
  /** Called with the reason for a 4xx or 5xx response. Without `onError`, nothing is logged. */
  readonly onError?: (error: unknown) => void;
};

/**
 * 204: the event was handled, now or earlier, or dropped. 401: the webhook isn't verified. 400: it is signed, but not
 * an event. 500: `handle` threw, so the event is sent again.
 */
export type Receipt = {
  readonly status: 204 | 400 | 401 | 500;
  readonly outcome: Handled | "refused" | "unreadable" | "failed";
};

export type Receiver = {
  /** Handles a webhook. `body` contains the bytes exactly as they arrived. Never rejects. */
  receive(headers: WebhookHeaders, body: Uint8Array | string): Promise<Receipt>;
};

/**
 * Verifies a webhook's signature and age (Standard Webhooks), and passes each event to `handle` once. Throws if a
 * secret or public key is invalid.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { secret, onError } = options;
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (secrets.length === 0 || secrets.includes("")) {
    throw new TypeError("secret is empty: pass the subscription's signing secret, whsec_…, or public key, whpk_…");
  }
  const verifiers = secrets.map((each) => (each.startsWith("whpk_") ? ed25519Verifier(each) : hmacVerifier(each)));
  const handle = handleOnce(options);
  return {
    receive: async (headers, body) => {
      const failed = (error: unknown, receipt: Receipt): Receipt => {
        report(onError, error);
        return receipt;
      };
      let text: string;
      try {
        text = await verified(verifiers, headers, body);
      } catch (error) {
        return failed(error, { status: 401, outcome: "refused" });
      }
      let event: BridgeEvent;
      try {
        event = parseEvent(text);
      } catch (error) {
        return failed(error, { status: 400, outcome: "unreadable" });
      }
      const isReplay = headers["webhook-replay"] === "true";
      const isLate = headers["webhook-late"] === "true";
      // Reads the signed body. The header `webhook-example` isn't signed, so a forged one could hide a change.
      const isExample = event.example === true;
      try {
        return { status: 204, outcome: await handle(event, { isReplay, isLate, isExample }) };
      } catch (error) {
        return failed(error, { status: 500, outcome: "failed" });
      }
    },
  };
}

function hmacVerifier(secret: string): Verify {
  if (secret.startsWith("whsk_")) {
    throw new TypeError("secret is a private key: pass the subscription's public key, whpk_…");
  }
  const webhook = new Webhook(secret);
  return (text, headers) => {
    webhook.verify(text, { ...headers }, { jsonParse: false });
    return Promise.resolve();
  };
}

/** Returns the body's text if one of the keys has signed it. Rejects with the last key's error if none has. */
async function verified(
  verifiers: readonly Verify[],
  headers: WebhookHeaders,
  body: Uint8Array | string,
): Promise<string> {
  // A byte order mark is part of the signed bytes.
  const text = typeof body === "string" ? body : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const named = Object.fromEntries(
    ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, String(headers[name] ?? "")]),
  );
  let refusal: unknown;
  for (const verify of verifiers) {
    try {
      await verify(text, named);
      return text;
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}
