import { describe, expect, it } from "vitest";
import { isFor, needsBody, SubscriptionIndex, typeMatches } from "../../../shared/fanout/subscription-index.ts";
import { eventTypes } from "../../../shared/kernel/catalogue.ts";
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

describe("which types a subscription asked for", () => {
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

  it("* takes the whole catalogue but the operational events", () => {
    const index = new SubscriptionIndex([copy()]);
    const taken = eventTypes.filter((type) => index.candidates(type).length > 0);
    expect(taken).toEqual(eventTypes.filter((type) => !type.startsWith("bridge.")));
  });

  it("leaves out disabled subscriptions and gives the others by id", () => {
    const index = new SubscriptionIndex([copy({ id: "b" }), copy({ id: "c", status: "disabled" }), copy({ id: "a" })]);
    expect(index.candidates("person.created").map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("a subscription that names a type twice over is asked for once", () => {
    const index = new SubscriptionIndex([copy({ eventTypes: ["*", "person.*", "person.created"] })]);
    expect(index.candidates("person.created")).toHaveLength(1);
  });

  it("are looked up once for each type", () => {
    const index = new SubscriptionIndex([copy()]);
    expect(index.of("person.created")).toBe(index.of("person.created"));
  });

  it("have the size of their texts together, without disabled ones", () => {
    const [one, other] = [copy({ id: "a" }), copy({ id: "b", filter: { type: ["x"] } })];
    const { size } = new SubscriptionIndex([one, other, copy({ id: "c", status: "disabled" })]);
    expect(size).toBe(JSON.stringify(one).length + JSON.stringify(other).length);
  });

  it("a filter that doesn't compile takes out its subscription only, and is named", () => {
    const index = new SubscriptionIndex([copy({ id: "bad", filter: { type: "not an array" } }), copy({ id: "good" })]);
    expect(index.candidates("person.created").map(({ id }) => id)).toEqual(["good"]);
    expect(index.broken).toEqual(["bad"]);
  });

  it("keeps what an earlier index compiled, where the subscription is the same", () => {
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

describe("for whom an event is", () => {
  it("what the first contact found goes to those who want it", () => {
    const found = anEvent({ baseline: true });
    expect(isFor(candidate({ baseline: false }), found)).toBe(false);
    expect(isFor(candidate({ baseline: true }), found)).toBe(true);
    expect(isFor(candidate({ baseline: true }), anEvent())).toBe(true);
  });

  it("an operational event reaches the partner it concerns and no other", () => {
    const event = anEvent({ type: "bridge.endpoint_disabled", partner: "prt_1", data: { subscription: "sub_9" } });
    expect(isFor(candidate({ partner: "prt_1" }), event)).toBe(true);
    expect(isFor(candidate({ partner: "prt_2" }), event)).toBe(false);
  });

  it("an operational event never goes to the endpoint it concerns, except a ping", () => {
    const event = anEvent({ type: "bridge.endpoint_disabled", partner: "prt_1", data: { subscription: "sub_1" } });
    expect(isFor(candidate({ id: "sub_1" }), event)).toBe(false);
    expect(isFor(candidate({ id: "sub_2" }), event)).toBe(true);
    expect(isFor(candidate({ id: "sub_1" }), { ...event, type: "bridge.ping" })).toBe(true);
  });

  it("an operational event without data reaches its partner", () => {
    const { data: _, ...event } = anEvent({ type: "bridge.feed_stalled", partner: "prt_1" });
    expect(isFor(candidate({ partner: "prt_1" }), event)).toBe(true);
  });

  it("an operational event about an instance reaches every subscription of it that names the type", () => {
    expect(isFor(candidate({ partner: "prt_2" }), anEvent({ type: "bridge.feed_stalled" }))).toBe(true);
  });

  it("a record may have a field named subscription", () => {
    expect(isFor(candidate({ id: "sub_1" }), anEvent({ data: { subscription: "sub_1" } }))).toBe(true);
  });

  it("a filter looks at the whole envelope", () => {
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

  it("one of several subscriptions decides", () => {
    expect(needsBody("person.updated", [candidate({ baseline: true }), candidate({ baseline: false })])).toBe(true);
  });
});
