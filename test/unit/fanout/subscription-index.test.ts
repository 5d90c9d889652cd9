import { describe, expect, it } from "vitest";
import { isFor, needsBody, SubscriptionIndex } from "../../../shared/fanout/subscription-index.ts";
import { eventTypes, typeMatches } from "../../../shared/kernel/catalogue.ts";
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

describe("an event's recipients", () => {
  it("of a baseline event are those who want it", () => {
    const found = anEvent({ baseline: true });
    expect(isFor(candidate({ baseline: false }), found)).toBe(false);
    expect(isFor(candidate({ baseline: true }), found)).toBe(true);
    expect(isFor(candidate({ baseline: true }), anEvent())).toBe(true);
  });

  it("of an operational event are only the partner it concerns", () => {
    const event = anEvent({ type: "bridge.endpoint_disabled", partner: "prt_1", data: { subscription: "sub_9" } });
    expect(isFor(candidate({ partner: "prt_1" }), event)).toBe(true);
    expect(isFor(candidate({ partner: "prt_2" }), event)).toBe(false);
  });

  it("of an operational event never include the endpoint it concerns, except for a ping", () => {
    const event = anEvent({ type: "bridge.endpoint_disabled", partner: "prt_1", data: { subscription: "sub_1" } });
    expect(isFor(candidate({ id: "sub_1" }), event)).toBe(false);
    expect(isFor(candidate({ id: "sub_2" }), event)).toBe(true);
    expect(isFor(candidate({ id: "sub_1" }), { ...event, type: "bridge.ping" })).toBe(true);
  });

  it("of an operational event without data include its partner", () => {
    const { data: _, ...event } = anEvent({ type: "bridge.feed_stalled", partner: "prt_1" });
    expect(isFor(candidate({ partner: "prt_1" }), event)).toBe(true);
  });

  it("of an operational event about an instance are all its subscriptions that name the type", () => {
    expect(isFor(candidate({ partner: "prt_2" }), anEvent({ type: "bridge.feed_stalled" }))).toBe(true);
  });

  it("don't depend on a record's field named subscription", () => {
    expect(isFor(candidate({ id: "sub_1" }), anEvent({ data: { subscription: "sub_1" } }))).toBe(true);
  });

  it("are filtered by the whole envelope", () => {
    const filtered = candidate({ filter: { data: { status: ["active"] } } });
    expect(isFor(filtered, anEvent())).toBe(true);
    expect(isFor(filtered, anEvent({ data: { status: "gone" } }))).toBe(false);
  });
});

describe("whether the event has to be read", () => {
  it.each([
    ["nobody minds", { baseline: true }, "person.updated", false],
    ["a baseline flag decides", { baseline: false }, "person.updated", true],
    ["a filter decides", { baseline: true, filter: { type: ["person.updated"] } }, "person.updated", true],
    ["a partner decides", { baseline: true }, "bridge.ping", true],
  ])("%s", (_, fields, type, expected) => {
    expect(needsBody(type, [candidate(fields)])).toBe(expected);
  });

  it("is decided by any one of several subscriptions", () => {
    expect(needsBody("person.updated", [candidate({ baseline: true }), candidate({ baseline: false })])).toBe(true);
  });
});
