import { type Member, type Node, type ObjectNode, readJson, textOf } from "../oracle/json-text.ts";
import type { Dice } from "./dice.ts";
import type { FieldKind } from "./fields.ts";
import { instant, lineText, numberText, valueText } from "./values.ts";

/** The text of a value, or undefined if the field is absent. */
type Text = string | undefined;

/** A value's change; "not here" if this can't happen to it. */
export type ValueTransition = { readonly name: string; readonly next: (was: Text, dice: Dice) => Text | NotHere };
export const notHere = Symbol("not here");
type NotHere = typeof notHere;

/** For every field, whatever it holds. */
const ofAny = (kind: FieldKind): readonly ValueTransition[] => [
  { name: "changed", next: (_, dice) => valueText(kind, dice) },
  { name: "to null", next: () => "null" },
  { name: "to absent", next: () => undefined },
  {
    name: "null to absent or back",
    next: (was) => (was === undefined ? "null" : was === "null" ? undefined : notHere),
  },
];

const onString = (name: string, next: (value: string, dice: Dice) => string | NotHere): ValueTransition => ({
  name,
  next(was, dice) {
    const node = nodeOf(was);
    if (node?.kind !== "string") return notHere;
    const value = next(node.value, dice);
    return value === notHere ? notHere : value;
  },
});

const ofTexts: readonly ValueTransition[] = [
  onString("text: case", (value) => quoted(value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase())),
  onString("text: trailing blank", (value) => quoted(value.endsWith(" ") ? value.trimEnd() : `${value} `)),
  onString("text: normal form", (value) =>
    quoted(value === value.normalize("NFC") ? value.normalize("NFD") : value.normalize("NFC")),
  ),
  onString(
    "text: escapes respelled",
    (value) => `"${Array.from({ length: value.length }, (_, at) => escaped(value, at)).join("")}"`,
  ),
  onString("text: empty", () => '""'),
  onString("text to number or back", (value) => (/^[1-9]\d*$/.test(value) ? value : quoted("7"))),
  onString("text: long", (_, dice) => quoted(dice.digits(20).repeat(60 + dice.below(50)))),
  onString("text: instant-like respelled", (value) =>
    value === moved.zulu ? quoted(moved.ahead) : quoted(moved.zulu),
  ),
  onString("text: invalid instant rolled over", (value) =>
    value === "2026-02-30T00:00:00Z" ? quoted("2026-03-02T00:00:00Z") : quoted("2026-02-30T00:00:00Z"),
  ),
  { name: "empty to absent", next: (was) => (was === '""' ? undefined : was === undefined ? '""' : notHere) },
];

const moved = { zulu: "2026-01-05T07:00:00Z", ahead: "2026-01-05T08:00:00+01:00" };

const ofInstants: readonly ValueTransition[] = [
  onString("instant: zone respelled", (value, dice) => respelledZone(value, dice)),
  onString("instant: zeros", (value) => {
    const found = /^(.{19})(\.\d+)?(.*)$/.exec(value);
    return found === null ? notHere : quoted(`${found[1] ?? ""}${found[2] ?? "."}0${found[3] ?? ""}`);
  }),
  onString("instant: a millionth later", (value) =>
    value.includes(".") ? quoted(value.replace(/\.(\d+)/, (_, digits: string) => `.${digits}000001`)) : notHere,
  ),
  onString("instant: invalid rolled over", (value) =>
    value.startsWith("2026-02-30") ? quoted(value.replace("2026-02-30", "2026-03-02")) : quoted("2026-02-30T00:00:00Z"),
  ),
  onString("instant: changed", (_, dice) => quoted(instant(dice))),
];

const ofLoose: readonly ValueTransition[] = [
  { name: "loose: respelled", next: (was) => respelledLoose(was) },
  { name: "loose: leading zeros", next: (was) => (was !== undefined && /^\d+$/.test(was) ? `"00${was}"` : notHere) },
];

const ofNumbers: readonly ValueTransition[] = [
  {
    name: "number: respelled",
    next: (was) =>
      was !== undefined && /^-?[1-9]\d*$/.test(was)
        ? `${was}.0`
        : was?.endsWith(".0") === true
          ? `${was.slice(0, -2)}0e-1`
          : notHere,
  },
  {
    name: "number: last digit",
    next: (was) =>
      was !== undefined && /\d$/.test(was) && !/e/i.test(was)
        ? `${was.slice(0, -1)}${(Number(was.at(-1)) + 1) % 10}`
        : notHere,
  },
  { name: "number: sign", next: (was) => (was !== undefined && /^[1-9]/.test(was) ? `-${was}` : notHere) },
  { name: "number to text", next: (was) => (was !== undefined && /^\d+$/.test(was) ? `"${was}"` : notHere) },
];

const onObject = (
  name: string,
  next: (node: ObjectNode, dice: Dice) => readonly Member[] | Text | NotHere,
): ValueTransition => ({
  name,
  next(was, dice) {
    const node = nodeOf(was);
    if (node?.kind !== "object") return notHere;
    const found = next(node, dice);
    return typeof found === "object" ? textOf({ kind: "object", members: found }) : found;
  },
});

const set = ({ members }: ObjectNode, name: string, text: string): readonly Member[] =>
  members.some(([its]) => its === name)
    ? members.map((member) => (member[0] === name ? [name, readJson(text)] : member))
    : [...members, [name, readJson(text)]];

const ofReferences: readonly ValueTransition[] = [
  onObject("reference: label", (node, dice) => set(node, "name", quoted(`L ${dice.below(999)}`))),
  onObject("reference: only its id", ({ members }) => {
    const id = members.find(([name]) => name === "id")?.[1];
    return members.every(([name]) => name !== "role") && id !== undefined ? textOf(id) : notHere;
  }),
  onObject("reference: what else it holds", (node, dice) => set(node, "role", quoted(`r ${dice.below(9)}`))),
  onObject("reference: id", (node, dice) => set(node, "id", quoted(dice.digits(6)))),
];
const ofCompanies: readonly ValueTransition[] = [
  onObject("reference: organisation numbers", (node, dice) =>
    set(node, "organizationalNumbers", `[{"orgNumber":"${dice.digits(9)}","country":{"id":"no"}}]`),
  ),
];
const ofCountries: readonly ValueTransition[] = [
  onObject("reference: country code", (node, dice) => set(node, "code", quoted(dice.pick(["NO", "SE", "DK"])))),
];

const onArray = (
  name: string,
  next: (items: readonly Node[], dice: Dice) => readonly Node[] | NotHere,
): ValueTransition => ({
  name,
  next(was, dice) {
    const node = nodeOf(was);
    if (node?.kind !== "array") return notHere;
    const items = next(node.items, dice);
    return items === notHere ? notHere : textOf({ kind: "array", items });
  },
});

const ofArrays = (element: (dice: Dice) => string): readonly ValueTransition[] => [
  onArray("array: appended", (items, dice) => [...items, readJson(element(dice))]),
  onArray("array: removed", (items) => (items.length === 0 ? notHere : items.slice(1))),
  onArray("array: order", (items) => (items.length < 2 ? notHere : items.toReversed())),
  onArray("array: null appended", (items) => [...items, { kind: "null" }]),
  onArray("array: emptied", () => []),
];
const ofLines: readonly ValueTransition[] = [
  onArray("array: an element's label", (items, dice) =>
    items.map((item, at) =>
      at === 0 && item.kind === "object"
        ? { kind: "object", members: set(item, "name", quoted(`n ${dice.below(99)}`)) }
        : item,
    ),
  ),
  onArray("array: null in an element", (items) =>
    items.map((item) =>
      item.kind === "object" ? { kind: "object", members: item.members.filter(([name]) => name !== "none") } : item,
    ),
  ),
];

const ofObjects: readonly ValueTransition[] = [
  onObject("object: nested", (node, dice) => set(node, "a", `{"b":${dice.below(999)},"d":true}`)),
  onObject("object: nested null", (node) => set(node, "e", "null")),
  onObject("object: member", (node, dice) => set(node, `m${dice.below(3)}`, numberText(dice))),
  onObject("object: order", ({ members }) => members.toReversed()),
  onObject("object: emptied", () => []),
  onObject("object: dotted name", (node, dice) => set(node, "x.y", numberText(dice))),
  onObject("object: slashed name", (node, dice) => set(node, "p/q~r.s", numberText(dice))),
  onObject("object: names of the language", (node, dice) =>
    set(node, dice.pick(["__proto__", "constructor", "toString", "rawJSON", ""]), numberText(dice)),
  ),
  onObject("object: names that are numbers", (node, dice) => set(node, String(dice.below(20)), numberText(dice))),
  onObject("object: a name twice", ({ members }, dice) => [
    ...members,
    ["name", readJson(quoted(`t ${dice.below(99)}`))],
  ]),
  onObject("object: identity", (node, dice) => set(node, "id", quoted(dice.digits(3)))),
];

export function transitionsOf(kind: FieldKind): readonly ValueTransition[] {
  const any = ofAny(kind);
  switch (kind) {
    case "text":
    case "note":
    case "date":
      return [...any, ...ofTexts];
    case "instant":
      return [...any, ...ofInstants];
    case "looseBoolean":
    case "looseNumber":
      return [...any, ...ofLoose];
    case "number":
      return [...any, ...ofNumbers];
    case "reference":
      return [...any, ...ofReferences];
    case "companyReference":
      return [...any, ...ofReferences, ...ofCompanies];
    case "countryReference":
      return [...any, ...ofReferences, ...ofCountries];
    case "texts":
      return [...any, ...ofArrays((dice) => valueText("text", dice))];
    case "objects":
      return [...any, ...ofArrays(lineText), ...ofLines];
    case "object":
      return [...any, ...ofObjects];
  }
}

const escaped = (value: string, at: number): string => `\\u${value.charCodeAt(at).toString(16).padStart(4, "0")}`;

const quoted = (value: string): string => JSON.stringify(value);

const nodeOf = (text: Text): Node | undefined => (text === undefined ? undefined : readJson(text));

function respelledLoose(was: Text): Text | NotHere {
  if (was === undefined || was === "null") return notHere;
  const node = readJson(was);
  if (node.kind === "string")
    return /^(?:true|false|(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(node.value) ? node.value : notHere;
  return node.kind === "true" || node.kind === "false" || node.kind === "number" ? `"${was}"` : notHere;
}

/** The same moment with another offset. */
function respelledZone(value: string, dice: Dice): string | NotHere {
  const found = /^(.{19})(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(value);
  const at = found === null ? Number.NaN : Date.parse(`${found[1] ?? ""}${found[3] ?? ""}`);
  if (Number.isNaN(at) || value.startsWith("2026-02-30")) return notHere;
  const hours = dice.below(12);
  const local = new Date(at + hours * 3_600_000).toISOString().slice(0, 19);
  return quoted(`${local}${found?.[2] ?? ""}+${String(hours).padStart(2, "0")}:00`);
}
