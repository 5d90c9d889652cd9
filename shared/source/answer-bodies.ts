import * as z from "zod";
import { parseExact } from "../kernel/exact-json.ts";
import { type JsonObject, jsonObject } from "../kernel/json.ts";
import type { SourcePage } from "./source.ts";
import type { SourceHttpAnswer } from "./source-http.ts";

type Answer = Extract<SourceHttpAnswer, { outcome: "answer" }>;

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
 * A problem document (RFC 9457, docs/partner-api.md#problem-documents). `type` and `errorType` are open vocabularies;
 * `detail` is localised and never parsed.
 */
const problemBody = z.object({
  status: z.number().optional(),
  type: z.string().optional(),
  errorType: z.string().optional(),
});
export type Problem = z.infer<typeof problemBody>;

/**
 * The most rows of a response. The bridge requests up to 1,000 in a page, and a folder list has no pages. Millions of
 * rows in one response would hold up all other instances and all deliveries.
 */
const mostRows = 100_000;

const rows = z.array(z.unknown()).max(mostRows);
const envelope = z.object({
  items: rows,
  nextCursor: z.string().nullish(),
  totalItems: z.number().nullish(),
});

export function tokenOf(answer: Answer): TokenBody | undefined {
  return tokenBody.safeParse(jsonOf(answer)).data;
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
 * The page in a response; undefined if its body isn't an envelope. Links are never followed, because they may lead to
 * another host (hazard 67).
 */
export function sourcePageOf(answer: Answer): SourcePage | undefined {
  const page = envelope.safeParse(jsonOf(answer)).data;
  if (page === undefined) return undefined;
  return {
    items: page.items,
    // An empty cursor would request the first page again and again.
    nextCursor: page.nextCursor === "" ? undefined : (page.nextCursor ?? undefined),
    totalItems: page.totalItems ?? undefined,
  };
}

/** The folder list as one complete page, because the source sends a bare array (docs/partner-api.md#folder-tree). */
export function arrayOf(answer: Answer): SourcePage | undefined {
  const items = rows.safeParse(jsonOf(answer)).data;
  return items === undefined ? undefined : { items, nextCursor: undefined, totalItems: items.length };
}

export function objectOf(answer: Answer): JsonObject | undefined {
  return jsonObject.safeParse(jsonOf(answer)).data;
}

function jsonOf({ body }: Answer): unknown {
  try {
    return parseExact(body);
  } catch {
    return undefined;
  }
}
