import * as z from "zod";
import { instantOption } from "../option-values.ts";

/** Ids, names, types and cursors are all shorter than this maximum. */
const word = z.string().min(1).max(2_048);

/** An ID becomes a part of a path, so `..` would name another resource. */
const id = (prefix: string) => word.regex(new RegExp(`^${prefix}_\\w+$`), `Use an ID that begins with ${prefix}_.`);

/** A model reads the descriptions. */
export const subscription = id("sub").describe("The subscription's ID: sub_…, from list_subscriptions.");
export const event = id("evt").describe("The event's ID: evt_….");
export const instance = word.describe("The instance's name. Optional if the key sees only one (whoami).");
export const eventType = word.describe("An event type, such as person.updated, or all types of a subject: person.*.");
export const record = word.describe("The record: <type>/<id>, such as person/k2Jm.");

/** Converts ages to times, because the API takes no ages. */
const instant = z
  .string()
  .max(64)
  .transform((text, context) => {
    try {
      return instantOption(text);
    } catch {
      context.addIssue("Use a time (2026-11-21T09:00:00Z) or an age (90s, 15m, 6h, 2d).");
      return z.NEVER;
    }
  });

export const range = {
  since: instant
    .optional()
    .describe("Only events detected at or after this: a time (2026-11-21T09:00:00Z), or an age (90s, 15m, 6h, 2d)."),
  until: instant.optional().describe("Only events detected before this: a time or an age."),
};

export const period = {
  from: instant.optional().describe("The start of the period: a time (2026-11-21T09:00:00Z), or an age (6h, 2d)."),
  to: instant.optional().describe("The end of the period: a time or an age."),
};

export const page = {
  limit: z.int().min(1).max(50).default(20).describe("The maximum number of items to return, 1 to 50."),
  cursor: word.optional().describe("The nextCursor of the previous page, with the same other arguments."),
};

/** The bridge checks a filter's size and form. */
export const filter = z
  .record(z.string(), z.unknown())
  .describe('An EventBridge event pattern, such as {"changes":{"field":["jobTitle"]}}.');
