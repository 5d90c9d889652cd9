import * as z from "zod";
import { parseExact } from "../kernel/exact-json.ts";
import { type JsonObject, jsonObject } from "../kernel/json.ts";
import { cutJson, hasManyValues, mayHaveManyValues } from "./cut-json.ts";
import type { SourcePage } from "./source.ts";
import type { SourceHttpAnswer } from "./source-http.ts";

type Answer = Extract<SourceHttpAnswer, { outcome: "answered" }>;

/** `value` is undefined if the body isn't of the expected kind. `too_large`: it has too many values to be read. */
export type Reading<T> = { readonly outcome: "ok"; readonly value: T | undefined } | { readonly outcome: "too_large" };

const tooLarge = { outcome: "too_large" } as const;

/** See docs/partner-api.md#token-request. A server that grants the requested scope may omit `scope` (RFC 6749 §5.1). */
const tokenBody = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number(),
  scope: z.string().optional(),
});
export type TokenBody = z.infer<typeof tokenBody>;

/** An OAuth error, which isn't a problem document (docs/partner-api.md#token-errors, hazard 65). */
const oauthError = z.object({ error: z.string() });

/** See RFC 9457 and docs/partner-api.md#problem-documents. `detail` is left out, because it is localised. */
const problemBody = z.object({
  status: z.number().optional(),
  type: z.string().optional(),
  errorType: z.string().optional(),
});
export type Problem = z.infer<typeof problemBody>;

/**
 * A page with more rows counts as unreadable. The bridge requests up to 1,000 rows per page, and one turn of the event
 * loop hashes all rows of a change feed's page. With 100,000 rows, this turn would hold up all other instances and all
 * deliveries for a second.
 */
const mostPageRows = 10_000;
/** A folder list has no pages, so it may have more rows. */
const mostRows = 100_000;

/** In the shell of a cut body, positions replace the rows. */
const positions = z.array(z.int());
const folders = z.array(z.unknown()).max(mostRows);
const cutEnvelope = z.looseObject({ items: positions });
const envelope = z.object({
  items: z.array(z.unknown()).max(mostPageRows),
  nextCursor: z.string().nullish(),
  totalItems: z.number().nullish(),
});

export function tokenOf(answer: Answer): Reading<TokenBody> {
  return { outcome: "ok", value: tokenBody.safeParse(jsonOf(answer)).data };
}

export function oauthErrorOf(answer: Answer): string | undefined {
  return oauthError.safeParse(jsonOf(answer)).data?.error;
}

/** Undefined unless the source itself refused: a proxy's error page says nothing about a record. */
export function problemOf(answer: Answer): Problem | undefined {
  const mediaType = answer.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/problem+json") return undefined;
  const problem = problemBody.safeParse(jsonOf(answer)).data;
  return problem?.status === undefined || problem.status === answer.status ? problem : undefined;
}

/** Links in the body are dropped, because they may lead to a different host (hazard 67). */
export function* sourcePageOf(answer: Answer): Generator<void, Reading<SourcePage>> {
  const body = yield* listIn(answer, mostPageRows);
  if (body.outcome === "too_large") return body;
  const page = envelope.safeParse(body.value).data;
  const value = page && {
    items: page.items,
    // An empty cursor would request the first page again and again.
    nextCursor: page.nextCursor === "" ? undefined : (page.nextCursor ?? undefined),
    totalItems: page.totalItems ?? undefined,
  };
  return { outcome: "ok", value };
}

/** The source sends the folder list as a bare array without pages (docs/partner-api.md#folder-tree). */
export function* arrayOf(answer: Answer): Generator<void, Reading<SourcePage>> {
  const body = yield* listIn(answer, mostRows);
  if (body.outcome === "too_large") return body;
  const items = folders.safeParse(body.value).data;
  return { outcome: "ok", value: items && { items, nextCursor: undefined, totalItems: items.length } };
}

export function objectOf(answer: Answer): Reading<JsonObject> {
  if (hasManyValues(answer.body)) return tooLarge;
  return { outcome: "ok", value: jsonObject.safeParse(parsed(answer.body)).data };
}

/** Reads a long body row by row. Reading it in one step would hold up the whole process. */
function* listIn(answer: Answer, mostElements: number): Generator<void, Reading<unknown>> {
  if (!mayHaveManyValues(answer.body)) return { outcome: "ok", value: parsed(answer.body) };
  const cut = yield* cutJson(answer.body, mostElements);
  if (cut === "too_large") return tooLarge;
  const unreadable = { outcome: "ok", value: undefined } as const;
  const shell = cut && parsed(cut.shell);
  const { data: page } = cutEnvelope.safeParse(shell);
  const places = page === undefined ? positions.safeParse(shell).data : page.items;
  if (cut === undefined || places === undefined) return unreadable;
  const list: unknown[] = [];
  for (const place of places) {
    const row = parsed(cut.elements[place] ?? "");
    if (row === undefined) return unreadable;
    list.push(row);
    yield;
  }
  return { outcome: "ok", value: page === undefined ? list : { ...page, items: list } };
}

function jsonOf({ body }: Answer): unknown {
  return hasManyValues(body) ? undefined : parsed(body);
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}
