import { type FieldRule, ruleOf, type Subject } from "./contract.ts";
import { memberOf, type Node, type ObjectNode } from "./json-text.ts";
import { isSameNumber, momentOf } from "./scalars.ts";

/** A difference between two states: the names on the way to the smallest differing part. */
export type Difference = { readonly path: readonly string[]; readonly inReference: boolean };

/** Every difference between two states of a record that the page calls a change (docs/events.md#what-counts-as-a-change). */
export function differencesOf(subject: Subject, was: ObjectNode, is: ObjectNode): readonly Difference[] {
  return namesOf(was, is).flatMap((field) => {
    const rule = ruleOf(subject, field);
    if (rule.rule === "unjudged") return [];
    return between([field], present(was, field), present(is, field), rule);
  });
}

/** Absent and null are the same (docs/partner-api.md#absent-values); in lists, null is an element like any other. */
function present(node: ObjectNode, name: string): Node | undefined {
  const value = memberOf(node, name);
  return value?.kind === "null" ? undefined : value;
}

function between(
  path: readonly string[],
  was: Node | undefined,
  is: Node | undefined,
  rule: FieldRule,
): readonly Difference[] {
  if (isSame(was, is, rule)) return [];
  const whole = [{ path, inReference: rule.rule === "reference" }];
  if (was?.kind !== "object" || is?.kind !== "object") return whole;
  const labels = rule.rule === "reference" ? rule.labels : [];
  const parts = namesOf(was, is)
    .filter((name) => !labels.includes(name))
    .flatMap((name) => between([...path, name], present(was, name), present(is, name), { rule: "plain" }));
  return rule.rule === "reference" ? parts.map((part) => ({ ...part, inReference: true })) : parts;
}

function namesOf(one: ObjectNode, other: ObjectNode): readonly string[] {
  return [...new Set([...one.members, ...other.members].map(([name]) => name))];
}

function isSame(was: Node | undefined, is: Node | undefined, rule: FieldRule): boolean {
  if (was === undefined || is === undefined) return was === is;
  switch (rule.rule) {
    case "instant":
      return isSameInstant(was, is) || isSamePlain(was, is);
    case "loose":
      return isSamePlain(tight(was), tight(is));
    case "reference":
      return isSameReference(was, is, rule.labels);
    default:
      return isSamePlain(was, is);
  }
}

function isSamePlain(was: Node, is: Node): boolean {
  if (was.kind === "number" && is.kind === "number") return isSameNumber(was.text, is.text);
  if (was.kind === "string" && is.kind === "string") return was.value === is.value;
  if (was.kind === "array" && is.kind === "array")
    return (
      was.items.length === is.items.length &&
      was.items.every((item, at) => {
        const other = is.items[at];
        return other !== undefined && isSamePlain(item, other);
      })
    );
  if (was.kind === "object" && is.kind === "object")
    return namesOf(was, is).every((name) => isSame(present(was, name), present(is, name), { rule: "plain" }));
  return was.kind === is.kind && was.kind !== "array" && was.kind !== "object";
}

function isSameInstant(was: Node, is: Node): boolean {
  if (was.kind !== "string" || is.kind !== "string") return false;
  const moment = momentOf(was.value);
  return moment !== undefined && moment === momentOf(is.value);
}

/** A loose scalar by the meaning of its text. */
function tight(node: Node): Node {
  if (node.kind !== "string") return node;
  if (node.value === "true" || node.value === "false") return { kind: node.value };
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(node.value) ? { kind: "number", text: node.value } : node;
}

/** References are compared by id and by their content beyond labels; an id alone is also a reference. */
function isSameReference(was: Node, is: Node, labels: readonly string[]): boolean {
  if (was.kind === "array" && is.kind === "array")
    return (
      was.items.length === is.items.length &&
      was.items.every((item, at) => {
        const other = is.items[at];
        return other !== undefined && isSameReference(item, other, labels);
      })
    );
  return isSamePlain(withoutLabels(was, labels), withoutLabels(is, labels));
}

function withoutLabels(node: Node, labels: readonly string[]): Node {
  if (node.kind === "string") return { kind: "object", members: [["id", node]] };
  if (node.kind !== "object") return node;
  return { kind: "object", members: node.members.filter(([name]) => !labels.includes(name)) };
}
