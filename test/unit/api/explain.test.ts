import { beforeEach, describe, expect, it } from "vitest";
import { newDeliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import type { EventType } from "../../../shared/kernel/catalogue.ts";
import type { MirrorItem } from "../../../shared/mirror/mirror-item.ts";
import { recordKey } from "../../../shared/mirror/mirror-key.ts";
import { eventsFrom } from "../../../shared/publishing/events-from.ts";
import { fixedFeeds } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { around } from "../../support/around.ts";
import { apiFixture, eventAt, messageTo } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let now: number;
beforeEach(async () => {
  api = apiFixture();
  now = api.clock.now();
  await api.registerInstance();
});

const reported = (seq: number, observedAt: number, type: EventType, more = {}) => ({
  ...{ seq, observedAt, detectedBy: "timeline" as const, facts: [{ type, key: "" }], ...more },
});

/** Puts a person with these changes into the mirror, and the events of them that are to be kept. */
async function person(changes: MirrorItem["changeLog"], options: { state?: MirrorItem["state"]; keep?: boolean } = {}) {
  const item: MirrorItem = {
    ...recordKey("acme", "person", "7"),
    ...{ instance: "acme", resource: "person", id: "7", seq: changes.at(-1)?.seq ?? 1, state: options.state ?? "live" },
    ...{ asOf: now - 500, observedAt: now, firstSeenAt: now - 9_000_000, changeLog: changes },
    full: { body: { id: "7", firstName: "Kari" }, digest: "d" },
  };
  await api.tables.mirror.put([{ item: JSON.parse(JSON.stringify(item)) }]);
  const events = eventsFrom(undefined, item).map((envelope) => ({ envelope, body: JSON.stringify(envelope) }));
  if (options.keep !== false) await api.events.put(events);
  return events.map(({ envelope: { id } }) => id);
}

async function subscribe(settings: object = {}): Promise<string> {
  // Before the events that it is asked about.
  api.clock.advance(-9_000_000);
  const id = await api.subscribe({ eventTypes: ["person.*"], ...settings });
  api.clock.advance(9_000_000);
  return id;
}

const putDelivery = (subscription: string, event: string, state: string, run = "0") =>
  api.tables.deliveries.put([
    { item: { ...newDeliveryRow({ ...messageTo(subscription, event), run }, now, 1_000), state } },
  ]);

const explain = async (subject = "person/7") =>
  (await api.call("GET", `/v1/explain?instance=acme&subject=${encodeURIComponent(subject)}`)).body;
const codes = ({ findings }: { findings: { code: string }[] }) => findings.map(({ code }) => code);

describe("GET /v1/explain", () => {
  it("says where a record that no feed has shown could come from", async () => {
    const answer = await explain();
    expect(codes(answer)).toEqual(["first_contact", "not_in_mirror"]);
    expect(answer.feeds.map(({ id }: { id: string }) => id.split("#")[1]).toSorted()).toEqual(
      fixedFeeds("acme")
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith("person-"))
        .toSorted(),
    );
    expect(answer).not.toHaveProperty("record");
  });

  it("doesn't claim that an event is on its way to a subscription that was changed since", async () => {
    const subscription = await subscribe();
    const [id] = await person([reported(5, now - 90_000, "person.updated")]);
    await api.call("PATCH", `/v1/subscriptions/${subscription}`, { status: "disabled" });
    await api.call("PATCH", `/v1/subscriptions/${subscription}`, { status: "active" });
    const answer = await explain();
    expect(answer.events).toMatchObject([{ id, deliveries: [{ subscription, outcome: "changedSince" }] }]);
    expect(codes(answer)).not.toContain("noAttempt");
  });

  it("says what was seen when, which events followed, and who got them", async () => {
    const [subscription, ids] = [await subscribe(), await person([reported(5, now - 90_000, "person.updated")])];
    const answer = await explain();
    expect(answer.record).toMatchObject({ state: "live", seq: 5, changes: [{ seq: 5, types: ["person.updated"] }] });
    expect(answer.events).toMatchObject([
      { id: ids[0], kept: true, deliveries: [{ subscription, outcome: "noAttempt" }] },
    ]);
    expect(codes(answer)).toContain("noAttempt");
  });

  it("says why a subscription didn't get an event", async () => {
    const baseline = await subscribe();
    const filtered = await subscribe({ baseline: true, filter: { data: { firstName: ["Ola"] } } });
    const disabled = await subscribe({ baseline: true, status: "disabled" });
    await subscribe({ eventTypes: ["company.*"] });
    await person([reported(5, now - 90_000, "person.created", { baseline: true })]);
    const answer = await explain();
    expect(new Map(answer.events[0].deliveries.map(Object.values))).toEqual(
      new Map([
        [baseline, "baselineNotWanted"],
        [filtered, "filtered"],
        [disabled, "disabled"],
      ]),
    );
    expect(codes(answer)).toContain("baseline");
  });

  it("shows a partner its own subscriptions to the instance, and reads no others", async () => {
    await api.registerInstance("other");
    await person([reported(1, now - 8_000_000, "person.created")]);
    await subscribe();
    const { as } = await api.addPartner({ instances: ["acme", "other"] });
    const own: string[] = [];
    api.clock.advance(-9_000_000);
    for (const instances of [...Array.from({ length: 5 }, () => ["acme"]), ["other"], undefined]) {
      own.push(await api.subscribe({ eventTypes: ["person.*"], instances }, as));
    }
    api.clock.advance(9_000_000);
    api.services.copies.subscriptionsOf = () => Promise.reject(new Error("reads the copies of all partners"));
    const { status, body } = await api.call("GET", "/v1/explain?instance=acme&subject=person/7", undefined, as);
    expect(status).toBe(200);
    const judged = body.events[0].deliveries.map(({ subscription }: { subscription: string }) => subscription);
    expect(judged.toSorted()).toEqual(own.filter((_, at) => at !== 5).toSorted());
  });

  it("knows a replay that arrived, and events that wait to be fetched", async () => {
    const [push, pull] = [await subscribe(), await subscribe({ kind: "pull", url: undefined })];
    const [event = ""] = await person([reported(5, now - 90_000, "person.updated")]);
    await putDelivery(push, event, "expired");
    await putDelivery(push, event, "delivered", "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB");
    await api.backlog.add(messageTo(pull, event), { due: now + 1_000_000 });
    const { events, summary } = await explain();
    expect(new Map(events[0].deliveries.map(Object.values))).toEqual(
      new Map([
        [push, "delivered"],
        [pull, "waitingToBeFetched"],
      ]),
    );
    expect(summary).toMatch(/delivered to 1 of 2 subscriptions: for sub_\w+, evt_\w+ is waiting to be fetched\.$/);
  });

  it("reads an event's first delivery and its newest replays, however often it was replayed", async () => {
    const subscription = await subscribe();
    const [event = ""] = await person([reported(5, now - 90_000, "person.updated")]);
    const runs = ["0", ...Array.from({ length: 300 }, (_, at) => `rpl_01KAJ3N6Q0V5Y1R8C4T7W2X${1_000 + at}`)];
    for (const run of runs) await putDelivery(subscription, event, "expired", run);
    const outcome = async () => (await explain()).events[0].deliveries[0].outcome;
    let rows = 0;
    around(api.tables.deliveries, "query", (query) => async (asked) => {
      const page = await query(asked);
      rows += page.items.length;
      return page;
    });
    expect([await outcome(), rows < 10]).toEqual(["expired", true]);
    await putDelivery(subscription, event, "waiting", runs.at(-1));
    expect(await outcome()).toBe("waiting");
    await putDelivery(subscription, event, "delivered", runs[0]);
    expect(await outcome()).toBe("delivered");
  });

  it("knows the newest events of a subject without a mirror item", async () => {
    const stored = Array.from({ length: 5 }, (_, at) => eventAt(now - 100_000 + at * 1_000));
    await api.events.put(stored);
    const { events, summary } = await explain();
    // The fixture's tables return three rows at a time.
    expect(events.map(({ id }: { id: string }) => id)).toEqual(stored.slice(-3).map(({ envelope }) => envelope.id));
    expect(summary).toContain(`newest event, person.updated, was detected at ${stored[4]?.envelope.detectedAt}`);
  });

  it("says that a subscription is younger than the event, and why a requested one gets none", async () => {
    await person([reported(5, now - 90_000, "person.created", { baseline: true })]);
    const young = await api.subscribe({ eventTypes: ["person.*"] });
    expect(codes(await explain())).toContain("youngerThanEvent");
    const company = await subscribe({ eventTypes: ["company.*"] });
    const of = (id: string) => api.call("GET", `/v1/explain?instance=acme&subject=person/7&subscription=${id}`);
    expect((await of(company)).body.events[0].deliveries).toEqual([{ subscription: company, outcome: "typeNotAsked" }]);
    expect((await of(young)).body.events[0].deliveries.length).toBe(1);
    expect((await of("sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB")).status).toBe(404);
  });

  it("distinguishes an event on its way from a lost one and an expired one", async () => {
    const old = now - 31 * 86_400_000;
    await person(
      [
        reported(5, old, "person.created"),
        reported(6, now - 3_600_000, "person.updated"),
        reported(7, now - 1_000, "person.updated"),
      ],
      { keep: false },
    );
    expect(codes(await explain())).toEqual(
      expect.arrayContaining(["event_expired", "not_published", "being_published"]),
    );
  });

  it("names failing feeds, quarantined rows, and the unread instance", async () => {
    const feed = fixedFeeds("acme").find(({ kind }) => kind === "person-walk")!;
    await api.services.feeds.pause(feed.feedId);
    await api.tables.feeds.put([
      { item: { pk: feed.feedId, sk: "poison#1", instance: "acme", keptAt: now, body: { id: "7" }, recordId: "7" } },
    ]);
    await api.services.instances.park("acme", "invalid_client", 1_000);
    expect(codes(await explain())).toEqual([
      "instance_parked",
      "quarantined",
      "feed_paused",
      "first_contact",
      "not_in_mirror",
    ]);
  });

  it("says that the whole instance is paused", async () => {
    await api.services.instances.control("acme", { action: "pause" });
    expect(codes(await explain())).toContain("instance_paused");
    await api.services.instances.control("acme", { action: "resume" });
    expect(codes(await explain())).not.toContain("instance_paused");
  });

  it("distinguishes an instance unknown to the source from refused credentials", async () => {
    const textOf = async () =>
      (await explain()).findings.find(({ code }: { code: string }) => code === "instance_parked").text;
    await api.services.instances.park("acme", "unknown_instance", now);
    expect(await textOf()).toBe("the instance isn't being read because the source has no instance with this name");
    await api.services.instances.park("acme", "invalid_client", now);
    expect(await textOf()).toBe(
      "the instance isn't being read because the source rejects the credentials (invalid_client)",
    );
  });

  it("says who has to decide on a held removal", async () => {
    await person([reported(5, now - 90_000, "person.updated")], { state: "held" });
    expect(codes(await explain())).toContain("removal_held");
  });

  it("refuses an invalid subject, by field", async () => {
    for (const subject of ["person", "unicorn/7", "/7"]) {
      const answer = await api.call("GET", `/v1/explain?instance=acme&subject=${encodeURIComponent(subject)}`);
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, "subject"]);
    }
    expect((await api.call("GET", "/v1/explain?instance=other&subject=person/7")).status).toBe(404);
  });
});
