import { z } from "@hono/zod-openapi";
import { isSameSecret } from "../../kernel/hash.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { operatorPartner, partnerPartition } from "../../partners/partner-key.ts";
import { RequestError } from "./request-error.ts";

export type CursorContext = { readonly var: { readonly caller: Caller }; readonly req: { readonly path: string } };

/** In characters, which hold 132 bits. */
const codeLength = 22;

/**
 * Cursors are opaque, so that the sort order of lists can change. They are authenticated, because an arbitrary position
 * could make a list read empty partitions one by one.
 */
export class Cursors {
  readonly #secrets: SecretBox;

  constructor(secrets: SecretBox) {
    this.#secrets = secrets;
  }

  async encode(context: CursorContext, position: string | undefined): Promise<string | undefined> {
    if (position === undefined) return undefined;
    return Buffer.from(`3:${await this.#codeOf(context, position)}:${position}`).toString("base64url");
  }

  /**
   * Throws RequestError if this list didn't issue the cursor, or if its position no longer has the expected `shape`.
   */
  async decode(context: CursorContext, cursor: string | undefined, shape: RegExp): Promise<string | undefined> {
    if (cursor === undefined) return undefined;
    const [, code, position] = /^3:([\w-]{22}):(.*)$/s.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
    if (code !== undefined && position !== undefined && shape.test(position)) {
      if (isSameSecret(await this.#codeOf(context, position), code)) return position;
    }
    throw RequestError.invalid([{ field: "cursor", message: "must be a cursor from this list" }]);
  }

  async page<T>(context: CursorContext, items: readonly T[], next: string | undefined) {
    return { items: [...items], more: next !== undefined, nextCursor: await this.encode(context, next) };
  }

  /** `shape`: the form of the list's ids, which serve as positions. */
  async list<T extends { readonly id: string }, V>(
    context: CursorContext,
    { cursor, limit }: z.output<typeof pagingQuery>,
    shape: RegExp,
    read: (page: { after: string | undefined; limit: number }) => Promise<{ items: readonly T[]; more: boolean }>,
    view: (item: T) => V,
  ) {
    const { items, more } = await read({ after: await this.decode(context, cursor, shape), limit });
    return this.page(context, items.map(view), more ? items.at(-1)?.id : undefined);
  }

  /** The operator's data key serves all lists, because it exists for as long as the bridge does. */
  async #codeOf({ var: { caller }, req: { path } }: CursorContext, position: string): Promise<string> {
    const tenant = partnerPartition(operatorPartner);
    const code = await this.#secrets.codeOf(tenant, "cursor", caller.access.partner, path, position);
    return code.slice(0, codeLength);
  }
}

export const paging = {
  limit: z.coerce.number().int().min(1).max(200).default(50).openapi({
    description: "The maximum number of items per page.",
    example: 50,
  }),
  cursor: z.string().max(2_048).optional().openapi({ description: "The `nextCursor` of the previous page." }),
};

export const pagingQuery = z.strictObject(paging);

/** For lists of large items, whose pages `PageRoom` also bounds. */
export const pagingOfLarge = {
  ...paging,
  limit: paging.limit.clone().openapi({
    description:
      "The maximum number of items per page. A page is limited to about 1 MB, so it can contain fewer items even if `more` is true.",
    example: 50,
  }),
};

export function pageOf<S extends z.ZodType>(item: S) {
  return z.object({
    items: z.array(item),
    more: z.boolean().openapi({ description: "Whether there is another page." }),
    nextCursor: z.string().optional().openapi({ description: "The `cursor` of the next page." }),
  });
}

export function pageAnswer<S extends z.ZodType>(item: S, name: string) {
  return ["A page of results", pageOf(item).openapi(name)] as const;
}

/** The first page of `rest`. `last` is the item after which the next page begins, if there is one. */
export function firstOf<T>(rest: readonly T[], limit: number) {
  const items = rest.slice(0, limit);
  return { items, last: rest.length > items.length ? items.at(-1) : undefined };
}

/**
 * Reading and serializing that many bytes takes about 10 ms of CPU, during which the API serves nothing else. Lambda
 * refuses responses over 6 MB. It embeds the body as a JSON string, in which a quote takes two bytes and an escaped
 * quote four.
 */
const mostBytes = 1_000_000;

/** Limits a page to `mostBytes`, counted as Lambda counts a response. */
export class PageRoom {
  #left = mostBytes;

  /** The first item always fits, so that every page advances. */
  takes(item: object): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
    if (bytes > this.#left && this.#left < mostBytes) return false;
    this.#left -= bytes;
    return true;
  }

  allThatFit<T extends object>(items: readonly T[]): T[] {
    const end = items.findIndex((item) => !this.takes(item));
    return end === -1 ? [...items] : items.slice(0, end);
  }
}
