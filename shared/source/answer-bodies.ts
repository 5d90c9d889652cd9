import * as z from "zod";
import { parseExact } from "../kernel/exact-json.ts";
import { type JsonObject, jsonObject } from "../kernel/json.ts";
import { cutJson, hasManyValues, mayHaveManyValues } from "./cut-json.ts";
import type { SourcePage } from "./source.ts";
import type { SourceHttpAnswer } from "./source-http.ts";

type Answer = Extract<SourceHttpAnswer, { outcome: "answered" }>;

/**
 * `value` is undefined if the body isn't of the expected kind. `too_large`: the body has too many values to be read.
 */
export type Reading<T> = { readonly outcome: "ok"; readonly value: T | undefined } | { readonly outcome: "too_large" };

const tooLarge = { outcome: "too_large" } as const;

/**
 * The response to a token request (docs/partner-api.md#token-request). A server that granted the requested scope may
 * omit `scope` (RFC 6749 §5.1).
 */
const tokenBody = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number(),
  scope: z.string().optional(),
});
export type TokenBody = z.infer<typeof tokenBody>;

/**
 * An OAuth error, which the token endpoint sends instead of a problem document (docs/partner-api.md#token-errors,
 * hazard 65).
 */
const oauthError = z.object({ error: z.string() });

/**
 * A problem document (RFC 9457, docs/partner-api.md#problem-documents). `type` and `errorType` may have any value;
 * `detail` is localised and never parsed.
 */
const problemBody = z.object({
  status: z.number().optional(),
  type: z.string().optional(),
  errorType: z.string().optional(),
});
export type Problem = z.infer<typeof problemBody>;

/**
 * The maximum number of rows in a page. The bridge requests up to 1,000. One turn of the event loop hashes and counts
 * all entries of a change feed's page. For 100,000 entries, this would hold up all other instances and all deliveries
 * for a second.
 */
const mostPageRows = 10_000;
/** The maximum number of rows in a folder list, which is higher because a folder list has no pages. */
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

/**
 * The problem document in a response. Undefined unless the source itself refused: a proxy's error page says nothing
 * about a record.
 */
export function problemOf(answer: Answer): Problem | undefined {
  const mediaType = answer.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/problem+json") return undefined;
  const problem = problemBody.safeParse(jsonOf(answer)).data;
  return problem?.status === undefined || problem.status === answer.status ? problem : undefined;
}

/**
 * The page in a response; undefined if its body isn't an envelope. Links are never followed, because they may lead to a
 * different host (hazard 67).
 */
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

/** The folder list as one complete page, because the source sends a bare array (docs/partner-api.md#folder-tree). */
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

/** Reads a long body row by row. Reading it in one step would hold up everything else. */
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

/** Returns undefined for a body that isn't JSON or has too many values. */
function jsonOf({ body }: Answer): unknown {
  return hasManyValues(body) ? undefined : parsed(body);
}

/** Returns undefined for text that isn't JSON. */
function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}
