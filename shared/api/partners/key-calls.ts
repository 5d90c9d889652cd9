import type { z } from "@hono/zod-openapi";
import type { Draw } from "../../kernel/draw.ts";
import { type ApiKey, keyIdShape, scope } from "../../partners/api-key.ts";
import type { ApiServices } from "../api-services.ts";
import type { CursorContext } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import {
  type createdKey,
  type keyAnswer,
  keyIdOf,
  type keyInput,
  type keyPage,
  type operatorKeyParams,
} from "./key-schemas.ts";

type Services = Pick<ApiServices, "cursors" | "keys" | "clock">;

/** Makes a key for a partner, which may have at most `most`, or for the operator, who may have any number. */
export async function makeKey(
  { keys, clock }: Services,
  partner: string,
  { name, scopes, expiresAt }: z.output<typeof keyInput>,
  draw: Draw,
  most?: number,
): Promise<z.input<typeof createdKey>> {
  const validUntil = expiresAt === undefined ? undefined : Date.parse(expiresAt);
  if (validUntil !== undefined && validUntil <= clock.now()) {
    throw RequestError.invalid([{ field: "expiresAt", message: "must be in the future" }]);
  }
  const wanted = { name, scopes, validUntil };
  const made =
    most === undefined
      ? await keys.create(partner, wanted, draw)
      : await keys.createWithin(most, partner, wanted, draw);
  if (made === "quotaExceeded") {
    throw new RequestError(
      "quota-exceeded",
      `At most ${most} keys can exist, including expired ones. Revoke one first.`,
    );
  }
  return { ...keyView(made.key), key: made.text };
}

export async function listKeys(
  { cursors, keys }: Services,
  context: CursorContext,
  partner: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<z.input<typeof keyPage>> {
  const after = await cursors.decode(context, cursor, keyIdShape);
  const { items, more } = await keys.list(partner, { after, limit });
  return {
    items: items.map(keyView),
    more,
    nextCursor: await cursors.encode(context, more ? items.at(-1)?.id : undefined),
  };
}

export async function revokeKey(
  { keys }: Services,
  partner: string,
  params: z.output<typeof operatorKeyParams>,
): Promise<void> {
  if ((await keys.revoke(partner, keyIdOf(params))) === "notFound") throw RequestError.notFound("This key");
}

function keyView({ id, name, scopes, createdAt, validUntil, lastUsedAt }: ApiKey): z.input<typeof keyAnswer> {
  const own = scopes.flatMap((one) => scope.safeParse(one).data ?? []);
  return {
    id,
    name,
    scopes: own,
    createdAt: iso(createdAt),
    expiresAt: isoOr(validUntil),
    lastUsedAt: isoOr(lastUsedAt),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOr = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : iso(ms));
