import * as z from "zod";

const link = z.string().optional();

export const offsetEnvelope = (item: z.ZodType) =>
  z.object({
    items: z.array(item),
    totalItems: z.number().int(),
    totalPages: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
    links: z.object({ self: z.string(), first: z.string(), last: z.string(), next: link, prev: link }),
  });

export const seekEnvelope = (item: z.ZodType) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().optional(),
    prevCursor: z.string().optional(),
    links: z.object({ self: z.string(), next: link, prev: link }),
  });

export function linkTo(url: URL, parameters: Record<string, string | number>): string {
  const link = new URL(url);
  for (const [name, value] of Object.entries(parameters)) link.searchParams.set(name, String(value));
  return link.toString();
}

export function offsetBody(
  url: URL,
  items: readonly unknown[],
  page: { offset: number; limit: number; total: number },
) {
  const { offset, limit, total } = page;
  const totalPages = Math.ceil(total / limit);
  const at = (target: number) => linkTo(url, { offset: target, limit });
  return {
    items,
    totalItems: total,
    totalPages,
    page: Math.floor(offset / limit),
    size: limit,
    links: {
      self: url.toString(),
      first: at(0),
      last: at(Math.max(0, totalPages - 1) * limit),
      next: offset + limit < total ? at(offset + limit) : undefined,
      prev: offset > 0 ? at(Math.max(0, offset - limit)) : undefined,
    },
  };
}

export function seekBody(
  url: URL,
  items: readonly unknown[],
  cursors: { nextCursor?: string | undefined; prevCursor?: string | undefined },
) {
  const { nextCursor, prevCursor } = cursors;
  const to = (cursor: string | undefined) => cursor && linkTo(url, { cursor });
  return {
    items,
    nextCursor,
    prevCursor,
    links: { self: url.toString(), next: to(nextCursor), prev: to(prevCursor) },
  };
}
