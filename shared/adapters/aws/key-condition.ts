import type { Query } from "../../kernel/ports/table.ts";
import { Expression } from "./expression.ts";

/** Translates a query for DynamoDB. Returns undefined if nothing can match, because DynamoDB refuses such a query. */
export function keyConditionOf(query: Query):
  | {
      readonly expression: Expression;
      readonly condition: string;
      /**
       * The key after which to start. DynamoDB refuses a start outside the bounds, so a start that precedes all matches
       * is left out.
       */
      readonly startBehind: string | undefined;
    }
  | undefined {
  const { pk, after, descending = false } = query;
  const prefix = query.prefix === "" ? undefined : query.prefix;
  const from = prefix === undefined && query.from !== "" ? query.from : undefined;
  const to = prefix === undefined ? query.to : undefined;
  if (to === "" || (from !== undefined && to !== undefined && compareBytes(from, to) > 0)) return undefined;
  const expression = new Expression();
  const condition = `${expression.name("pk")} = ${expression.value(pk)}`;
  const sk = () => expression.name("sk");
  const sorted = () => {
    if (prefix !== undefined) return `begins_with(${sk()}, ${expression.value(prefix)})`;
    if (from !== undefined && to !== undefined) {
      return `${sk()} BETWEEN ${expression.value(from)} AND ${expression.value(to)}`;
    }
    if (from !== undefined) return `${sk()} >= ${expression.value(from)}`;
    return to === undefined ? undefined : `${sk()} <= ${expression.value(to)}`;
  };
  const bounds = sorted();
  const start = placeOf(after, { from, to, prefix });
  if (start === (descending ? "before" : "behind")) return undefined;
  return {
    expression,
    condition: bounds === undefined ? condition : `${condition} AND ${bounds}`,
    startBehind: start === "within" ? after : undefined,
  };
}

type Bounds = { readonly [bound in "from" | "to" | "prefix"]: string | undefined };

function placeOf(after: string | undefined, { from, to, prefix }: Bounds): "none" | "before" | "within" | "behind" {
  if (after === undefined) return "none";
  if (after === "") return "before";
  if (prefix !== undefined && !after.startsWith(prefix)) return compareBytes(after, prefix) < 0 ? "before" : "behind";
  if (from !== undefined && compareBytes(after, from) < 0) return "before";
  if (to !== undefined && compareBytes(after, to) > 0) return "behind";
  return "within";
}

/** DynamoDB orders sort keys by their UTF-8 bytes, which differs from the order of JavaScript's UTF-16 units. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
