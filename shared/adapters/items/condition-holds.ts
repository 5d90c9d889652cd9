import type { Clause, Condition, Item } from "../../kernel/ports/table.ts";

/** Whether the stored item meets every clause; a missing item has no attributes. */
export function conditionHolds(condition: Condition | undefined, item: Item | undefined): boolean {
  return condition === undefined || condition.every((clause) => clauseHolds(clause, item?.[clause.attribute]));
}

/** Null counts as present, and comparing different types gives false, as in DynamoDB. */
function clauseHolds(clause: Clause, value: unknown): boolean {
  switch (clause.is) {
    case "absent":
      return value === undefined;
    case "present":
      return value !== undefined;
    case "equal":
      return value === clause.value;
    case "absentOrAtMost":
      return value === undefined || (typeof value === "number" && value <= clause.value);
    case "absentOrAbove":
      return value === undefined || (typeof value === "number" && value > clause.value);
    case "above":
      return typeof value === "number" && value > clause.value;
  }
}
