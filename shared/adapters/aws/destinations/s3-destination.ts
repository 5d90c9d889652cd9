import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { ConnectorRequest } from "../../../delivery/attempt/connector.ts";
import { sha256Text } from "../../../kernel/hash.ts";
import type { Destination, Place } from "../../../subscriptions/destination.ts";
import { unreadable } from "./destination-failure.ts";
import type { ClientOptions, SendEvent } from "./destination-module.ts";

const compressed = promisify(gzip);

/** How long (ms) an object waits for more events. A worker sends the deliveries of its batch at about the same time. */
const gatherFor = 100;
/**
 * The maximum size (bytes) of an object before compression. It also limits the memory that the object's events take
 * while they wait.
 */
const mostGathered = 4 * 1_024 * 1_024;

type Batch = { readonly events: ConnectorRequest[]; bytes: number };

/**
 * Gathers events that were detected in the same hour and are sent at about the same time. Writes them into one object:
 * gzip, one event per line. The object's name is derived from its events, so sending the same events again overwrites
 * it.
 */
export function open({ roleArn }: Destination, { name, prefix = "" }: Place, options: ClientOptions): SendEvent {
  const client = new S3Client(options);
  const [, , , , owner] = roleArn?.split(":") ?? [];
  const gathering = new Map<string, { readonly batch: Batch; readonly written: Promise<void> }>();

  const write = async (hour: string, batch: Batch, abortSignal: AbortSignal) => {
    await delay(gatherFor);
    if (gathering.get(hour)?.batch === batch) gathering.delete(hour);
    const { events } = batch;
    // The batch may have an event twice, for example if a replay sends it at the same time.
    const bodies = new Map(events.map(({ envelope, body }) => [envelope.id, body]));
    const lines = [...bodies.values()].map((body) => `${body.toString("utf8")}\n`);
    const command = new PutObjectCommand({
      Bucket: name,
      Key: `${prefix}${hour}/${nameOf(events)}.jsonl.gz`,
      Body: await compressed(lines.join("")),
      ContentType: "application/gzip",
      // The bucket may have been deleted, and somebody else may have taken its name.
      ExpectedBucketOwner: owner,
    });
    const { ETag } = await client.send(command, { abortSignal });
    if (ETag === undefined) throw unreadable(200);
  };

  return (request, signal) => {
    const hour = request.envelope.detectedAt.slice(0, 13).replaceAll(/[-T]/g, "/");
    const last = gathering.get(hour);
    if (last !== undefined && last.batch.bytes + request.body.length <= mostGathered) {
      last.batch.events.push(request);
      last.batch.bytes += request.body.length;
      return last.written;
    }
    const batch = { events: [request], bytes: request.body.length };
    const written = write(hour, batch, signal);
    gathering.set(hour, { batch, written });
    return written;
  };
}

/** `2026-11-21T09-12-40.000Z-4f2a…`: the earliest detection time, and a digest of the ids. */
function nameOf(events: readonly ConnectorRequest[]): string {
  const [first = ""] = events.map(({ envelope }) => envelope.detectedAt).toSorted();
  const ids = [...new Set(events.map(({ envelope }) => envelope.id))].toSorted();
  return `${first.replaceAll(":", "-")}-${sha256Text("hex", ...ids).slice(0, 16)}`;
}

export function allowed({ name, prefix = "" }: Place) {
  return { actions: ["s3:PutObject"], resource: `s3:::${name}/${prefix}*` };
}
