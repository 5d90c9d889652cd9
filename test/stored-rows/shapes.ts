import { readFileSync } from "node:fs";
import * as z from "zod";
import type { Item } from "../../shared/kernel/ports/table.ts";
import type { Row } from "./stored-state.ts";

/**
 * The attributes of each kind of stored row, by `<table> <pattern of its key>`: `{ "attempt": "number", "nextAt?":
 * "number" }` if every row has an attempt, and some have a time of the next one.
 */
export const shapes = z.record(z.string(), z.record(z.string(), z.string()));
export type Shapes = z.infer<typeof shapes>;

/** `mirror *#person#* / *`: a star replaces an id, a number or a name in a key. */
export function kindOf({ table, item: { pk, sk } }: Row): string {
  const pattern = (key: string) =>
    key
      .split("#")
      .map((part) => (/^[a-z][a-z_~-]*$/.test(part) && part !== "acme" ? part : "*"))
      .join("#");
  return `${table} ${pattern(pk)} / ${pattern(sk)}`;
}

export function shapesOf(rows: readonly Row[]): Shapes {
  const byKind = Map.groupBy(rows, kindOf);
  const kinds = [...byKind].map(([kind, all]) => [kind, shapeOf(all.map(({ item }) => item))] as const);
  return Object.fromEntries(kinds.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function shapeOf(items: readonly Item[]): Shapes[string] {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))].sort();
  return Object.fromEntries(
    names.map((name) => {
      const having = items.filter((item) => item[name] !== undefined);
      const types = [...new Set(having.map((item) => typeOf(item[name])))].sort();
      return [having.length === items.length ? name : `${name}?`, types.join(" | ")];
    }),
  );
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

/**
 * What in today's shapes violates the rule for stored shapes (CONTRIBUTING.md): the last release's code reads these
 * rows during a deployment, so everything it knows must still exist, with the same type.
 */
export function brokenRules(before: Shapes, today: Shapes): string[] {
  return Object.entries(before).flatMap(([kind, shape]) => {
    const now = today[kind];
    // A kind that didn't occur proves nothing, and no code reads a kind that is gone for good.
    if (now === undefined) return [];
    return Object.entries(shape).flatMap(([name, types]) => {
      const bare = name.replace(/\?$/, "");
      const found = now[bare] ?? now[`${bare}?`];
      if (name === bare && now[bare] === undefined) return [`${kind}: ${name} was in every row, and isn't any more`];
      const other = found?.split(" | ").filter((type) => !types.split(" | ").includes(type)) ?? [];
      return other.length === 0 ? [] : [`${kind}: ${bare} was ${types}, and is ${other.join(" | ")} now`];
    });
  });
}

/** The attribute names of a shape. */
export function namesIn(shape: Shapes[string]): ReadonlySet<string> {
  return new Set(Object.keys(shape).map((name) => name.replace(/\?$/, "")));
}

/** The shapes of the last release, as `npm run stored-rows` wrote them. */
export function readShapes(): Shapes {
  return shapes.parse(JSON.parse(readFileSync(new URL("shapes.json", import.meta.url), "utf8")));
}
