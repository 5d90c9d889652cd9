import { expect, test } from "vitest";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import type { OracleEntry } from "../../e2e/support/oracle.ts";
import { account, findingText } from "../../soak/account.ts";
import type { Trouble } from "../../soak/undisturbed.ts";

const start = Date.parse("2026-01-01T00:00:00Z");
const minute = 60_000;

/** The source's history: minute, and the change of which record. */
function source(...happened: readonly (readonly [minutes: number, change: OracleEntry["change"]])[]): OracleEntry[] {
  return happened.map(([minutes, change], place) => ({
    sequence: place + 1,
    visibleAt: new Date(start + minutes * minute).toISOString(),
    change,
  }));
}

const person = (operation: OracleEntry["change"]["operation"], jobTitle = "") =>
  ({
    resource: "person",
    id: "p",
    operation,
    ...(operation === "delete" ? {} : { body: { id: "p", jobTitle } }),
  }) as const;

function event(seq: number, verb: string, jobTitle?: string, id = `evt_${seq}`): Envelope {
  return {
    id,
    type: `person.${verb}` as Envelope["type"],
    subject: { type: "person", id: "p", seq, part: 0 },
    ...(jobTitle === undefined ? {} : { data: { id: "p", jobTitle } }),
    timestamp: new Date(start).toISOString(),
    timestampFrom: "source",
    detectedAt: new Date(start).toISOString(),
    instance: "acme",
    detectedBy: "timeline",
  };
}

const accounts = (oracle: readonly OracleEntry[], events: readonly Envelope[], troubles: readonly Trouble[] = []) => {
  const found = account({ oracle, after: 0, events, troubles, surelyRead: minute, ownerSurelyRead: 3 * minute });
  return { ...found, lost: found.lost.map(findingText), invented: found.invented.map(findingText) };
};

const life = source(
  [0, person("create", "Trainee")],
  [10, person("update", "Lead")],
  [20, person("update", "Partner")],
  [30, person("delete")],
);
const all = [
  event(1, "created", "Trainee"),
  event(2, "updated", "Lead"),
  event(3, "updated", "Partner"),
  event(4, "removed"),
];

test("a life that is published whole is accounted for", () => {
  expect(accounts(life, all)).toEqual({ lost: [], invented: [], excused: { states: 0, entries: 0 } });
});

test("each missing event is found by its state and by the gap it leaves", () => {
  for (const missing of all.keys()) {
    expect(accounts(life, all.toSpliced(missing, 1)).lost).not.toEqual([]);
  }
  expect(accounts(life, all.toSpliced(1, 1)).lost).toEqual([
    expect.stringContaining("person/p: never published"),
    "person/p: nothing between seq 1 and 3",
  ]);
});

test("a baseline record needs no event if only who changed it when has changed, and any other change does", () => {
  const touched = {
    ...person("update", "Lead"),
    body: { id: "p", jobTitle: "Lead", modified: "2026-01-01T00:10:00Z" },
  };
  const since = (...changes: readonly OracleEntry["change"][]) =>
    account({
      oracle: source([0, person("create", "Lead")], ...changes.map((change, at) => [10 * at + 10, change] as const)),
      ...{ after: 1, events: [], troubles: [], surelyRead: minute, ownerSurelyRead: 3 * minute },
    }).lost.map(findingText);
  expect(since(touched)).toEqual([]);
  expect(since(touched, touched)).toEqual([]);
  expect(since(person("update", "Partner"))).toEqual([expect.stringContaining("ends with nothing published")]);
  expect(since(person("update", "Partner"), touched)).toEqual([expect.stringContaining("never published")]);
});

test("invented events are found: another state, an unknown record, a removal of an existing record, a change published twice", () => {
  expect(accounts(life, [...all, event(5, "updated", "Owner")]).invented).toEqual([
    "person/p: evt_5: person.updated shows what never was",
  ]);
  const stranger = {
    ...event(1, "created", "Lead", "evt_9"),
    subject: { type: "person", id: "q", seq: 1, part: 0 } as const,
  };
  expect(accounts(life, [...all, stranger]).invented).toEqual(["person/q: evt_9: there is no such record"]);
  expect(accounts(life.slice(0, 3), all).invented).toEqual(["person/p: evt_4: person.removed shows what never was"]);
  expect(accounts(life, [...all, event(2, "updated", "Lead", "evt_twin")]).invented).toEqual([
    "person/p: seq 2 was published under several ids",
  ]);
});

test("a record that was removed before it was read by id may be published with fewer fields, and with no other values", () => {
  const lean = { ...event(1, "created", "Trainee"), data: { jobTitle: "Trainee" } };
  const gone = source([0, person("create", "Trainee")], [0.2, person("delete")]);
  expect(accounts(gone, [lean, event(2, "removed")])).toMatchObject({ lost: [], invented: [] });
  const wrong = { ...lean, data: { jobTitle: "Lead" } };
  expect(accounts(gone, [wrong, event(2, "removed")]).invented).toHaveLength(1);
  expect(accounts(life.slice(0, 1), [lean]).invented).toHaveLength(1);
});

test("a state that passed while nothing could be read is excused, and one that lasted long enough outside the trouble isn't", () => {
  const without = [event(1, "created", "Trainee"), event(2, "updated", "Partner"), event(3, "removed")];
  const down = (from: number, until: number) => [{ from: start + from * minute, until: start + until * minute }];
  expect(accounts(life, without, down(9, 19.5))).toMatchObject({ lost: [], excused: { states: 1 } });
  expect(accounts(life, without, down(9, 18)).lost).toHaveLength(1);
  expect(accounts(life, without, [...down(10.5, 15), ...down(15.5, 19.5)]).lost).toHaveLength(0);
});

test("entries of a change feed count one by one, and are excused only if their owner went soon after", () => {
  const entry = (minutes: number) =>
    [
      minutes,
      {
        resource: "document-change",
        id: "d",
        operation: "create",
        owner: { entityType: "Person", entityId: "p" },
        body: { operation: "DOCUMENT_INSERT", documentId: "d" },
      },
    ] as const;
  const recorded = (id: string): Envelope => ({
    ...event(1, "updated"),
    id,
    type: "document_change.recorded",
    subject: { type: "document_change", id, seq: 1, part: 0 },
    owner: { type: "Person", id: "p" },
    data: { operation: "DOCUMENT_INSERT", documentId: "d" },
  });
  const twice = source([0, person("create", "Lead")], entry(1), entry(1), [20, person("delete")]);
  const records = [event(1, "created", "Lead"), event(2, "removed")];
  expect(accounts(twice, [...records, recorded("a"), recorded("b")])).toMatchObject({ lost: [], invented: [] });
  expect(accounts(twice, [...records, recorded("a")]).lost).toHaveLength(1);
  expect(accounts(twice, [...records, ...["a", "b", "c"].map(recorded)]).invented).toHaveLength(1);
  const late = source([0, person("create", "Lead")], entry(18), [20, person("delete")]);
  expect(accounts(late, records)).toMatchObject({ lost: [], excused: { entries: 1 } });
});
