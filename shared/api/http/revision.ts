import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { sha256Text } from "../../kernel/hash.ts";
import { RequestError } from "./request-error.ts";

export const ifMatchHeader = z.object({
  "if-match": z.string().max(256).optional().openapi({
    description:
      "The `ETag` from your last read. If the settings have changed since then, the request fails with 412 and changes nothing.",
    example: '"3.mV0aCgq1pA7w"',
  }),
});

/**
 * The `ETag` contains the revision of the settings, which `If-Match` compares, and a digest of the whole response,
 * which conditional reads compare. The digest also changes with an endpoint's state.
 */
export function tagged<T>(context: Context, { rev }: { readonly rev: number }, answer: T): T {
  context.header("etag", `"${rev}.${sha256Text("base64url", JSON.stringify(answer)).slice(0, 12)}"`);
  return answer;
}

/** Throws RequestError if `If-Match` doesn't name the current revision. */
export function assertMatches(header: string | undefined, { rev }: { readonly rev: number }): void {
  if (header === undefined || header.trim() === "*") return;
  const named = header.split(",").map((tag) => /^\s*"(\d+)\.[\w-]+"\s*$/.exec(tag)?.[1]);
  if (named.includes(String(rev))) return;
  throw new RequestError("precondition-failed", "Retrieve the resource again, then repeat your change.");
}
