import { z } from "@hono/zod-openapi";
import { RequestError } from "./request-error.ts";

/** Opaque to callers, so that what lists go by can change. */
export function encodeCursor(position: string): string {
  return Buffer.from(`1:${position}`).toString("base64url");
}

/** The position, if it has the shape that this list gives out; else the request is refused. */
export function decodeCursor(cursor: string | undefined, shape: RegExp): string | undefined {
  if (cursor === undefined) return undefined;
  const [, position] = /^1:(.*)$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  if (position !== undefined && shape.test(position)) return position;
  throw RequestError.invalid([{ field: "cursor", message: "is not a cursor of this list" }]);
}

export const paging = {
  limit: z.coerce.number().int().min(1).max(200).default(50).openapi({ description: "Items per page.", example: 50 }),
  cursor: z.string().max(512).optional().openapi({ description: "`nextCursor` of the page before." }),
};

/** A page of a list. */
export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({
    items: z.array(item),
    more: z.boolean().openapi({ description: "Whether another page is there now." }),
    nextCursor: z.string().optional().openapi({ description: "Where the next page begins." }),
  });
}
