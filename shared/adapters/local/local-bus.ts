import * as z from "zod";
import { ItemTooLargeError } from "../../kernel/errors.ts";
import { parseJson } from "../../kernel/parse.ts";
import type { BusEntry, EventBus } from "../../kernel/ports/event-bus.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import { busRule } from "../../kernel/topology.ts";

const entryLimit = 256 * 1024;
const detailObject = z.record(z.string(), z.unknown());

/**
 * The single node's bus. It applies the topology's bus rule when an event is published. `listener` receives every entry
 * that this process publishes, as a consumer with its own rule would on AWS; publishing doesn't wait for the listener.
 */
export class LocalBus implements EventBus {
  readonly #fanout: QueueSender;
  readonly #listener: ((entry: BusEntry) => void) | undefined;

  constructor(fanout: QueueSender, listener?: (entry: BusEntry) => void) {
    this.#fanout = fanout;
    this.#listener = listener;
  }

  async publish(entries: readonly BusEntry[]): Promise<{ readonly refused: readonly string[] }> {
    await this.#fanout.send(entries.map(messageOf));
    for (const entry of entries) this.#listener?.(entry);
    return { refused: [] };
  }
}

function messageOf({ id, detail }: BusEntry): { body: string; group: string } {
  const size = Buffer.byteLength(detail);
  if (size > entryLimit) throw new ItemTooLargeError(`event ${id} has ${size} bytes`);
  const event = { detail: parseJson(detailObject, detail, `event ${id}`) };
  const fields = Object.entries(busRule.fields).map(([field, path]) => [field, at(event, path)] as const);
  return { body: JSON.stringify(Object.fromEntries(fields)), group: at(event, busRule.group) ?? "" };
}

/** Follows a path in the rule's notation, such as `$.detail.instance`, to a string. */
function at(event: { readonly detail: z.infer<typeof detailObject> }, path: string): string | undefined {
  const [, , name = ""] = path.split(".");
  const value = event.detail[name];
  return typeof value === "string" ? value : undefined;
}
