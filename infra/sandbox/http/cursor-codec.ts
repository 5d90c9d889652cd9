import { createHmac } from "node:crypto";
import * as z from "zod";
import type { Instance } from "../store/instance.ts";
import type { Position } from "../store/table.ts";
import { Problem } from "./problem.ts";

const payloadSchema = z.tuple([
  z.string(),
  z.enum(["next", "prev"]),
  z.union([z.number(), z.string()]),
  z.number(),
  z.number(),
]);

export interface Cursor {
  /** The list and sort key of the cursor. Other lists refuse it. */
  readonly scope: string;
  readonly direction: "next" | "prev";
  readonly position: Position;
}

/** A cursor contains a position and a signature, so the server stores no state and refuses modified cursors. */
export function encodeCursor(instance: Instance, cursor: Cursor): string {
  const { scope, direction, position } = cursor;
  const payload = JSON.stringify([scope, direction, position.key, position.id, instance.clock.now()]);
  const content = Buffer.from(payload).toString("base64url");
  return `${content}.${sign(instance, content)}`;
}

/** `expires` is false for the change feed, whose consumers may keep the last cursor indefinitely. */
export function decodeCursor(instance: Instance, scope: string, text: string, expires = true): Cursor {
  const [content = "", signature] = text.split(".");
  if (signature !== sign(instance, content)) throw refusedCursor("cannot be decoded", "kan ikke dekodes");
  const [minted, direction, key, id, mintedAt] = payloadSchema.parse(
    JSON.parse(Buffer.from(content, "base64url").toString()),
  );
  if (minted !== scope)
    throw refusedCursor("belongs to another list or sort key", "er laget for en annen liste eller sortering");
  const { switches, cursorSeconds } = instance.settings;
  if (expires && switches.cursorExpiry && instance.clock.now() - mintedAt > cursorSeconds * 1000) {
    throw refusedCursor("has expired", "er utløpt");
  }
  return { scope, direction, position: { key, id } };
}

function sign(instance: Instance, content: string): string {
  return createHmac("sha256", `cursor:${instance.name}`).update(content).digest("base64url").slice(0, 12);
}

export function refusedCursor(en: string, no: string): Problem {
  return new Problem("illegal-cursor", `cursor: ${en}`, `cursor: ${no}`);
}
