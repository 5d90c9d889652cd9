import { z } from "@hono/zod-openapi";
import { sha256Text } from "../../kernel/hash.ts";
import type { ApiEnv } from "../access/access.ts";
import { RequestError } from "./request-error.ts";

/** The list that a cursor belongs to: another partner's, or another path's, is another list. */
export type CursorContext = { readonly var: ApiEnv["Variables"]; readonly req: { readonly path: string } };

/** Opaque to callers, so that what lists go by can change. */
export function encodeCursor(context: CursorContext, position: string): string {
  return Buffer.from(`2:${listOf(context)}:${position}`).toString("base64url");
}

/** The position, if it has the shape that this list gives out; else the request is refused. */
export function decodeCursor(context: CursorContext, cursor: string | undefined, shape: RegExp): string | undefined {
  if (cursor === undefined) return undefined;
  const [, list, position] = /^2:([\w-]+):(.*)$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  if (position !== undefined && list === listOf(context) && shape.test(position)) return position;
  throw RequestError.invalid([{ field: "cursor", message: "is not a cursor of this list" }]);
}

function listOf({ var: { caller }, req: { path } }: CursorContext): string {
  return sha256Text("base64url", caller.access.partner, path).slice(0, 10);
}

export const paging = {
  limit: z.coerce.number().int().min(1).max(200).default(50).openapi({ description: "Items per page.", example: 50 }),
  cursor: z.string().max(2_048).optional().openapi({ description: "`nextCursor` of the page before." }),
};

/** Paging of a list whose items are large: `PageRoom` bounds its pages as well. */
export const pagingOfLarge = {
  ...paging,
  limit: paging.limit.clone().openapi({
    description: "Items per page at most: a page ends sooner where its items take about 4 MB, and has `more`.",
    example: 50,
  }),
};

/** A page of a list. */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({
    items: z.array(item),
    more: z.boolean().openapi({ description: "Whether another page is there now." }),
    nextCursor: z.string().optional().openapi({ description: "Where the next page begins." }),
  });
}

/** The first page of what is left of a list; `last` is where the next page goes on, if there is one. */
export function firstOf<T>(rest: readonly T[], limit: number) {
  const items = rest.slice(0, limit);
  const more = rest.length > items.length;
  return { items, more, last: more ? items.at(-1) : undefined };
}
