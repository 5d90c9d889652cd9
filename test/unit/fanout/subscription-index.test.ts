import { describe, expect, it } from "vitest";
import { isFor, needsBody, SubscriptionIndex } from "../../../shared/fanout/subscription-index.ts";
import { eventTypes, typeMatches } from "../../../shared/kernel/catalogue.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import type { ProjectedSubscription } from "../../../shared/subscriptions/subscription.ts";
import { anEvent } from "./an-event.ts";

const copy = (fields: Partial<ProjectedSubscription> = {}): ProjectedSubscription => ({
  id: "sub_1",
  partner: "prt_1",
  eventTypes: ["*"],
  baseline: false,
  status: "active",
  ...fields,
});

const candidate = (fields: Partial<ProjectedSubscription> = {}) => {
  const [found] = new SubscriptionIndex([copy({ ...fields, eventTypes: ["*", "bridge.*"] })]).candidates("bridge.ping");
  return found!;
};

describe("a subscription's types", () => {
  it.each([
    ["person.updated", "person.updated", true],
    ["person.updated", "person.created", false],
    ["person.*", "person.created", true],
    ["person.*", "project.created", false],
    ["document.*", "document_change.recorded", false],
    ["company.*", "company_template.created", false],
    ["*", "person.created", true],
    ["*", "bridge.ping", false],
    ["bridge.*", "bridge.ping", true],
    ["bridge.ping", "bridge.ping", true],
    ["bridge.ping", "bridge.feed_stalled", false],
    ["person.create", "person.created", false],
  ])("%s on %s: %s", (pattern, type, expected) => {
    expect(typeMatches(pattern, type)).toBe(expected);
  });

  it("* includes the whole catalogue except operational events", () => {
    const index = new SubscriptionIndex([copy()]);
    const taken = eventTypes.filter((type) => index.candidates(type).length > 0);
    expect(taken).toEqual(eventTypes.filter((type) => !type.startsWith("bridge.")));
  });

  it("exclude disabled subscriptions, in order of id", () => {
    const index = new SubscriptionIndex([copy({ id: "b" }), copy({ id: "c", status: "disabled" }), copy({ id: "a" })]);
    expect(index.candidates("person.created").map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("match a type named twice only once", () => {
    const index = new SubscriptionIndex([copy({ eventTypes: ["*", "person.*", "person.created"] })]);
    expect(index.candidates("person.created")).toHaveLength(1);
  });

  it("are looked up once for each type", () => {
    const index = new SubscriptionIndex([copy()]);
    expect(index.of("person.created")).toBe(index.of("person.created"));
  });

  it("have the total size of their texts, without disabled ones", () => {
    const [one, other] = [copy({ id: "a" }), copy({ id: "b", filter: { type: ["x"] } })];
    const { size } = new SubscriptionIndex([one, other, copy({ id: "c", status: "disabled" })]);
    expect(size).toBe(JSON.stringify(one).length + JSON.stringify(other).length);
  });

  it("exclude only the subscription whose filter doesn't compile, which is named", () => {
    const index = new SubscriptionIndex([copy({ id: "bad", filter: { type: "not an array" } }), copy({ id: "good" })]);
    expect(index.candidates("person.created").map(({ id }) => id)).toEqual(["good"]);
    expect(index.broken).toEqual(["bad"]);
  });

  it("keep an earlier index's compiled filters for unchanged subscriptions", () => {
    const all = ["a", "b", "bad"].map((id) => copy({ id, filter: { type: id === "bad" ? "not an array" : ["x"] } }));
    const first = new SubscriptionIndex(all);
    const next = new SubscriptionIndex(
      [...structuredClone(all.slice(1)), copy({ id: "a", filter: { type: ["y"] } })],
      first,
    );
    const [a, b] = first.candidates("person.created");
    const [newA, newB] = next.candidates("person.created");
    expect(newB).toBe(b);
    expect(newA).not.toEqual(a);
    expect(next.broken).toEqual(["bad"]);
    const [again] = new SubscriptionIndex([copy({ id: "a", filter: { type: ["y"] } })], next).candidates(
      "person.created",
    );
    expect(again).toBe(newA);
  });
});

describe("an event is for a subscription", () => {
  const disabled = { type: "bridge.endpoint_disabled", partner: "prt_1", data: { subscription: "sub_1" } } as const;
  const { data: _, ...bare } = anEvent({ type: "bridge.feed_stalled", partner: "prt_1" });
  it.each<[string, Partial<ProjectedSubscription>, Partial<Envelope>, boolean]>([
    ["a baseline event, if it wants none", { baseline: false }, { baseline: true }, false],
    ["a baseline event, if it wants them", { baseline: true }, { baseline: true }, true],
    ["another event, if it wants a baseline", { baseline: true }, {}, true],
    ["an operational event of its partner", { id: "sub_9", partner: "prt_1" }, disabled, true],
    ["an operational event of another partner", { id: "sub_9", partner: "prt_2" }, disabled, false],
    ["an operational event of its own endpoint", { id: "sub_1" }, disabled, false],
    ["an operational event of another endpoint", { id: "sub_2" }, disabled, true],
    ["a ping of its own endpoint", { id: "sub_1" }, { ...disabled, type: "bridge.ping" }, true],
    ["an operational event about an instance", { partner: "prt_2" }, { type: "bridge.feed_stalled" }, true],
    ["one whose record has a field named subscription", { id: "sub_1" }, { data: { subscription: "sub_1" } }, true],
    ["one that its filter matches", { filter: { data: { status: ["active"] } } }, {}, true],
    ["one that differs", { filter: { data: { status: ["active"] } } }, { data: { status: "gone" } }, false],
  ])("%s", (_what, fields, event, expected) => {
    expect(isFor(candidate(fields), anEvent(event))).toBe(expected);
  });

  it("an operational event without data, of its partner", () => {
    expect(isFor(candidate({ partner: "prt_1" }), bare)).toBe(true);
  });
});

it.each([
  ["nobody minds", { baseline: true }, "person.updated", false],
  ["a baseline flag decides", { baseline: false }, "person.updated", true],
  ["a filter decides", { baseline: true, filter: { type: ["person.updated"] } }, "person.updated", true],
  ["a partner decides", { baseline: true }, "bridge.ping", true],
])("whether the event has to be read %s, for any one of several subscriptions", (_, fields, type, expected) => {
  for (const all of [[fields], [{ baseline: true }, fields]])
    expect(needsBody(type, all.map(candidate))).toBe(expected);
});
