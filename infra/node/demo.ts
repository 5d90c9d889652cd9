import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import * as z from "zod";
import { type Envelope, envelope } from "../../shared/kernel/envelope.ts";
import { parseJson } from "../../shared/kernel/parse.ts";
import { printableLine } from "../../shared/kernel/printable.ts";
import { defaultTimings, type Timings } from "../../shared/kernel/timings.ts";
import { startSandbox } from "../sandbox/start-sandbox.ts";
import { closeServer, listen } from "./listen.ts";
import { requestApi } from "./request-api.ts";

/** Polls are frequent and walks find removals soon, so that a newcomer sees everything within a minute. */
export const demoTimings: Timings = {
  ...defaultTimings,
  tick: 1_000,
  timelinePeriod: 2_000,
  polledAtGap: 1_000,
  ownerPeriod: 8_000,
  dormantPeriod: 8_000,
  roomPeriod: 8_000,
  walkPeriod: 30_000,
  candidateAge: 10_000,
  confirmGap: 5_000,
  // The sandbox constantly removes records. A second agreeing walk releases held removals within minutes.
  heldReview: 60_000,
  fastOverlap: 30_000,
};

/** The demo's sandbox has no other clients. */
export const demoRequestsPerSecond = 100;

/** The sandbox's data keeps changing. With `dataDir`, the sandbox keeps its records there. */
export async function startDemoSandbox(dataDir: string | undefined) {
  return startSandbox({
    port: 0,
    seed: 7,
    live: { changesPerMinute: 60 },
    ...(dataDir === undefined ? {} : { dataDir }),
  });
}

const created = z.object({ id: z.string(), secret: z.string() });
const listed = z.object({ items: z.array(z.object({ id: z.string(), description: z.string().optional() })) });
const description = "Sample subscriber of npm start";

/** Removes the subscriptions of earlier starts on the same data. */
export async function subscribeSample(subscriber: SampleSubscriber, url: string, key: string): Promise<void> {
  const earlier = listed.parse(await requestApi(url, key, "GET", "/v1/subscriptions?limit=200"));
  for (const old of earlier.items) {
    if (old.description === description) await requestApi(url, key, "DELETE", `/v1/subscriptions/${old.id}`);
  }
  const subscription = { url: subscriber.url, eventTypes: ["*"], description };
  const { secret } = created.parse(await requestApi(url, key, "POST", "/v1/subscriptions", subscription));
  subscriber.trust(secret);
}

export type SampleSubscriber = { readonly url: string; trust(secret: string): void; close(): Promise<void> };

/**
 * What a partner would write: an HTTP server that verifies each webhook with the official library and prints a line. It
 * responds to an invalid signature with 401, so that a wrong secret shows as failing deliveries.
 */
export async function startSampleSubscriber(
  print: (line: string) => void,
  now: () => number,
): Promise<SampleSubscriber> {
  let verifier: Webhook | undefined;
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const header = (name: string) => String(request.headers[name] ?? "");
      const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
      try {
        verifier?.verify(body, Object.fromEntries(names.map((name) => [name, header(name)])), { jsonParse: false });
      } catch {
        response.writeHead(401).end();
        print(`✗ ${header("webhook-id")} has an invalid signature`);
        return;
      }
      response.writeHead(204).end();
      const event = parseJson(envelope, body, "webhook");
      if (!seen.has(event.id)) print(lineOf(event, now()));
      seen.add(event.id);
    });
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    trust: (secret) => {
      verifier = new Webhook(secret);
    },
    close: () => closeServer(server, 0),
  };
}

/** `✓ person.updated            Kari Nordmann  jobTitle: Lead → Partner   (0.8 s after the change)`. */
function lineOf(event: Envelope, now: number): string {
  const known = (event.changes ?? []).map(({ field, from, fromOmitted, to }) => {
    return `${field}: ${fromOmitted === true ? "…" : brief(from)} → ${brief(to)}`;
  });
  const changes = event.changesUnknown === true ? "first seen with this change" : known.join(", ");
  const name = nameOf(event.data ?? {}) ?? event.subject.id;
  const lag = ((now - Date.parse(event.timestamp)) / 1_000).toFixed(1);
  const after = event.timestampFrom === "source" ? `(${lag} s after the change)` : "(found by a walk)";
  return printableLine([`✓ ${event.type.padEnd(26)}`, name, changes, after].filter((part) => part !== "").join("  "));
}

function nameOf(data: NonNullable<Envelope["data"]>): string | undefined {
  const text = (field: string) => (typeof data[field] === "string" ? data[field] : undefined);
  const person = [text("firstName"), text("lastName")].filter((part) => part !== undefined).join(" ");
  const file = text("fileName") ?? text("previousFileName");
  const change = text("operation");
  return (
    text("name") ??
    (person === "" ? undefined : person) ??
    (change && [change, text("changedField"), file].filter(Boolean).join(" "))
  );
}

function brief(value: unknown): string {
  if (value === undefined || value === null) return "—";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
