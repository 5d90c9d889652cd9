import { expect, test } from "vitest";
import { keyConditionOf } from "../../../shared/adapters/aws/key-condition.ts";
import type { Query } from "../../../shared/kernel/ports/table.ts";

const all = "#n0 = :v0";

// DynamoDB refuses empty key values, bounds in the wrong order, and a start outside the bounds.
test.each<[Omit<Query, "pk">, string | undefined, string?]>([
  [{}, all],
  [{ prefix: "" }, all],
  [{ prefix: "", from: "", after: "a" }, all, "a"],
  [{ to: "" }, undefined],
  [{ from: "a", to: "a" }, `${all} AND #n1 BETWEEN :v1 AND :v2`],
  [{ from: "b", to: "a" }, undefined],
  [{ from: "a", after: "a" }, `${all} AND #n1 >= :v1`, "a"],
  [{ to: "a", after: "a" }, `${all} AND #n1 <= :v1`, "a"],
  [{ to: "b", after: "a" }, `${all} AND #n1 <= :v1`, "a"],
  [{ from: "z", to: "a", prefix: "p", after: "pa" }, `${all} AND begins_with(#n1, :v1)`, "pa"],
  [{ prefix: "p", after: "p" }, `${all} AND begins_with(#n1, :v1)`, "p"],
  [{ prefix: "p", after: "ap" }, `${all} AND begins_with(#n1, :v1)`],
  [{ prefix: "p", after: "z" }, undefined],
  [{ after: "" }, all],
  [{ descending: true }, all],
  [{ after: "", descending: true }, undefined],
  [{ from: "b", after: "a", descending: true }, undefined],
])("%j becomes %j, starting behind %j", (query, condition, startBehind) => {
  const asked = keyConditionOf({ pk: "pk", ...query });
  expect([asked?.condition, asked?.startBehind]).toEqual([condition, startBehind]);
});
