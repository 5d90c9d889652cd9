import type { Resource, SourceRecord } from "../source/source-record.ts";
import { type Body, valueOf, withMember } from "../source/text-body.ts";
import type { Dice } from "./dice.ts";
import { type FieldKind, fieldsOf } from "./fields.ts";
import { closed, closedStatuses, openStatuses, spelledMoment } from "./records.ts";
import { notHere, transitionsOf } from "./value-transitions.ts";
import { valueText } from "./values.ts";

/** A change to a record: its name for people, and the record afterwards. */
export type Transition = { readonly name: string; readonly record: SourceRecord };

type Kind = {
  readonly name: string;
  readonly next: (record: SourceRecord, dice: Dice, at: number) => SourceRecord | undefined;
};

const q = (text: string): string => JSON.stringify(text);
const withFull = (record: SourceRecord, full: Body): SourceRecord => ({ ...record, full });

const hasTimes = (resource: Resource): boolean => resource !== "company_template" && resource !== "project_template";

/** The source says when, so the record moves in its timelines. */
function stamped(record: SourceRecord, at: number): SourceRecord {
  if (!hasTimes(record.resource)) return record;
  return { ...record, modifiedAt: at, full: withMember(record.full, "modified", q(spelledMoment(at))) };
}

const alone = (name: string, next: Kind["next"]): Kind => ({ name, next });

/** Changes to a record as a whole. */
const ofRecords: readonly Kind[] = [
  alone("change time alone", (record, _, at) => (hasTimes(record.resource) ? stamped(record, at) : undefined)),
  alone("modifiedBy alone", (record, dice) =>
    withFull(record, withMember(record.full, "modifiedBy", q(dice.digits(4)))),
  ),
  alone("createdBy alone", (record, dice) => withFull(record, withMember(record.full, "createdBy", q(dice.digits(4))))),
  alone("created alone", (record, dice) => {
    if (record.createdAt === undefined) return undefined;
    const createdAt = record.createdAt - dice.below(1e9);
    return { ...record, createdAt, full: withMember(record.full, "created", q(spelledMoment(createdAt))) };
  }),
  alone("members' order", (record) => withFull(record, record.full.toReversed())),
  alone("a name twice", (record, dice) => withFull(record, [...record.full, ["remark", q(`twice ${dice.below(99)}`)]])),
  alone("a name that is a number", (record, dice) =>
    withFull(record, withMember(record.full, String(dice.below(9)), "1")),
  ),
  alone("another field", (record, dice) =>
    withFull(record, withMember(record.full, `extra${dice.below(3)}`, valueText("object", dice))),
  ),
  alone("very long", (record, dice) =>
    dice.happens(0.05) ? withFull(record, withMember(record.full, "remark", longText(dice))) : undefined,
  ),
  alone("no longer very long", (record) =>
    (valueOf(record.full, "remark")?.length ?? 0) > 100_000
      ? withFull(record, withMember(record.full, "remark", '"short"'))
      : undefined,
  ),
  alone("count", (record, dice) => counted(record, dice)),
  alone("listed company's label", (record) => ofListedCompany(record, (text) => text.replace('"name":"', '"name":"x'))),
  alone("listed company", (record, dice) => ofListedCompany(record, () => valueText("companyReference", dice))),
  alone("activity: active or not", (record, dice) =>
    record.resource === "activity" ? withStatus(record, dice) : undefined,
  ),
  alone("status: label", (record, dice) => withStatusMember(record, "name", `s ${dice.below(99)}`)),
  alone("status: another member", (record, dice) => withStatusMember(record, "colour", `c ${dice.below(9)}`)),
  alone("status and another member", (record, dice) =>
    record.resource === "activity"
      ? withStatusMember(withStatus(record, dice), "colour", `c ${dice.below(9)}`)
      : undefined,
  ),
  alone("active or not", (record, dice) => {
    if (record.resource !== "company" && record.resource !== "project") return undefined;
    const isActive = !record.isActive;
    const text = dice.happens(0.3) ? q(String(isActive)) : String(isActive);
    return { ...record, isActive, full: withMember(record.full, "isActive", text) };
  }),
];

function counted(record: SourceRecord, dice: Dice): SourceRecord | undefined {
  const [name] = record.listOnly[0] ?? [];
  if (name === undefined || !name.startsWith("num")) return undefined;
  return { ...record, listOnly: [[name, String(dice.below(999))]] };
}

function ofListedCompany(record: SourceRecord, next: (text: string) => string): SourceRecord | undefined {
  const text = valueOf(record.listOnly, "company");
  return text === undefined ? undefined : { ...record, listOnly: [["company", next(text)]] };
}

function withStatus(record: SourceRecord, dice: Dice): SourceRecord {
  const statusId = dice.pick(closed.has(record.statusId ?? "") ? openStatuses : closedStatuses);
  const status = `{"id":${q(statusId)},"name":${q(statusId)}}`;
  return { ...record, statusId, full: withMember(record.full, "status", status) };
}

function withStatusMember(record: SourceRecord, name: string, value: string): SourceRecord | undefined {
  if (record.resource !== "activity") return undefined;
  const id = record.statusId ?? "";
  const members = name === "name" ? `"name":${q(value)}` : `"name":"s",${q(name)}:${q(value)}`;
  return withFull(record, withMember(record.full, "status", `{"id":${q(id)},${members}}`));
}

const longText = (dice: Dice): string => q(`${dice.digits(500)} `.repeat(520 + dice.below(40)));

/** One of the transitions of one of the record's fields. */
function ofField(record: SourceRecord, dice: Dice): Transition | undefined {
  const [field, kind]: readonly [string, FieldKind] = dice.pick(Object.entries(fieldsOf[record.resource]));
  const inList = valueOf(record.listOnly, field) !== undefined;
  if (inList) return undefined;
  const { name, next } = dice.pick(transitionsOf(kind));
  const text = next(valueOf(record.full, field), dice);
  if (text === notHere) return undefined;
  return { name: `${field}: ${name}`, record: withFull(record, withMember(record.full, field, text)) };
}

/** One transition, or several at once; the record's change time usually moves with it. `at` is in unix µs. */
export function transitionOf(
  record: SourceRecord,
  dice: Dice,
  at: number,
): Transition & { readonly isStamped: boolean } {
  const count = dice.happens(0.15) ? 2 + dice.below(3) : 1;
  const names: string[] = [];
  let now = record;
  for (let tries = 0; names.length < count && tries < 50; tries += 1) {
    const one = dice.happens(0.25) ? ofRecord(now, dice, at) : ofField(now, dice);
    if (one === undefined) continue;
    names.push(one.name);
    now = one.record;
  }
  const isStamped = hasTimes(record.resource) && dice.happens(0.7);
  const spoken = isStamped ? stamped(now, at) : now;
  return { name: `${names.join(" + ")}${isStamped ? "" : " (silent)"}`, record: spoken, isStamped };
}

function ofRecord(record: SourceRecord, dice: Dice, at: number): Transition | undefined {
  const { name, next } = dice.pick(ofRecords);
  const changed = next(record, dice, at);
  return changed === undefined ? undefined : { name, record: changed };
}
