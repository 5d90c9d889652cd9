import * as z from "zod";
import { type Envelope, envelope } from "../kernel/envelope.ts";
import { parseJson, parseStored } from "../kernel/parse.ts";
import type { Item } from "../kernel/ports/table.ts";

/**
 * `body`: the exact JSON text that is stored and put on the bus. Deliveries send it unchanged, unless the
 * subscription's `format` is `cloudevents` or the event is sent without `data`.
 */
export type StoredEvent = { readonly envelope: Envelope; readonly body: string };

/** How much of an event is kept parsed. A head lacks `data` and `changes`, which may need ten times the text's memory. */
export type ParsedPart = "whole" | "head";

const eventItem = z.object({ body: z.string(), expiresAt: z.int() });

/**
 * Returns undefined for an event that has expired at `now` (unix ms), because an engine may keep it for days after
 * that.
 */
export function storedEventOf(item: Item, now: number, part: ParsedPart): StoredEvent | undefined {
  const { body, expiresAt } = parseStored(eventItem, item, `event ${item.sk}`);
  if (expiresAt * 1_000 <= now) return undefined;
  return parsedEvent(body, part, `event ${item.sk}`);
}

export function parsedEvent(body: string, part: ParsedPart, what: string): StoredEvent {
  return { envelope: parseJson(part === "whole" ? envelope : head, body, what), body };
}

/** Checking the largest `data` takes twice as long as parsing it. */
const head = envelope.omit({ data: true, changes: true });
