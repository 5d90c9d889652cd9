import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shownState } from "../../infra/api-client/state-words.ts";
import { isAhead, relativeTime } from "../../infra/portal/app/components/time.tsx";
import { attentionAction, attentionCause, attentionTitle } from "../../infra/portal/app/logic/attention-words.ts";
import {
  deliveryQueryOf,
  deliveryStates,
  failureClasses,
  instantOf,
  localOf,
  partsOf,
} from "../../infra/portal/app/logic/delivery-filters.ts";
import { durationText } from "../../infra/portal/app/logic/duration-text.ts";
import { className, feedName, reasonWords, stretchWords } from "../../infra/portal/app/logic/feed-words.ts";
import { parseObject } from "../../infra/portal/app/logic/parse-object.ts";
import { atLeast, plural } from "../../infra/portal/app/logic/plural.ts";
import { type BudgetRead, budgetPace, withBudgetRead } from "../../infra/portal/app/pages/budget.tsx";
import { type LiveRows, withFreshRows, withPendingShown } from "../../infra/portal/app/pages/delivery-list.tsx";
import { withType } from "../../infra/portal/app/pages/event-picker.tsx";
import { valuesText } from "../../infra/portal/app/pages/filter-preview.tsx";
import { replayPreviewText } from "../../infra/portal/app/pages/replays.tsx";
import { failureClass } from "../../shared/delivery/attempt/dialer.ts";
import { deliveryState } from "../../shared/delivery/rows/delivery-row.ts";
import { feedClass } from "../../shared/schedule/feeds/feed.ts";
import { fixedFeeds } from "../../shared/schedule/feeds/feeds-of-instance.ts";

it("a typed JSON object is parsed, or refused with the reason; an empty text is no object", () => {
  expect(parseObject('{"owner":{"type":["Project"]}}')).toEqual({
    outcome: "ok",
    object: { owner: { type: ["Project"] } },
  });
  expect(parseObject(" \n")).toEqual({ outcome: "ok" });
  expect(parseObject("{")).toMatchObject({ outcome: "invalid", message: expect.stringMatching(/^Invalid JSON/) });
  for (const text of ["[1]", "null", "7", '"text"']) {
    expect(parseObject(text)).toMatchObject({
      outcome: "invalid",
      message: expect.stringMatching(/isn't a JSON object/),
    });
  }
});

it("a choice of event types never contains a type twice, and replaces a narrower type with a wider one", () => {
  expect(withType(["person.created", "folder.moved"], "person.*", true)).toEqual(["folder.moved", "person.*"]);
  expect(withType(["person.*"], "person.created", true)).toEqual(["person.created"]);
  expect(withType(["person.*", "bridge.ping"], "*", true)).toEqual(["*", "bridge.ping"]);
  expect(withType(["*"], "bridge.ping", true)).toEqual(["*", "bridge.ping"]);
  expect(withType(["*"], "*", false)).toEqual([]);
});

describe("delivery filters", () => {
  it("are sent to the API as they are in the address, without unknown parameters", () => {
    expect(
      deliveryQueryOf({ state: "held", type: "person.*", answer: "5xx", subject: "person/7", as: "prt_1" }),
    ).toEqual({ state: "held", type: "person.*", status: "5xx", subject: "person/7" });
    expect(deliveryQueryOf({ answer: "timeout", since: "2026-11-21T09:00:00Z" })).toEqual({
      ...{ error: "timeout", since: "2026-11-21T09:00:00.000Z" },
    });
    expect(deliveryQueryOf({ answer: "404", until: "2026-11-21" })).toEqual({
      ...{ status: "404", until: "2026-11-21T00:00:00.000Z" },
    });
    expect(deliveryQueryOf({ state: "odd", answer: "6xx", since: "yesterday", type: "" })).toEqual({});
  });

  it("match those of the API", () => {
    expect(deliveryStates.toSorted()).toEqual(deliveryState.options.toSorted());
    expect(failureClasses.toSorted()).toEqual(failureClass.options.toSorted());
  });

  it("show an instant to the minute in a local-time field", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }), (date) => {
        date.setUTCSeconds(0, 0);
        expect(instantOf(localOf(date.toISOString()))).toBe(date.toISOString());
      }),
    );
    expect(localOf("no instant")).toBe("");
  });

  it("split events into the parts of a replay, each in one part", () => {
    expect(partsOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(partsOf([], 2)).toEqual([]);
  });
});

describe("live rows", () => {
  const idOf = ({ id }: { id: number }) => String(id);
  const rows = (...ids: number[]) => ids.map((id) => ({ id }));

  it("grow at the top, and wait while they are paused", () => {
    const first = withFreshRows({ shown: [], pending: [] }, rows(2, 1), { idOf, isPaused: false });
    const paused = withFreshRows(first, rows(3, 2, 1), { idOf, isPaused: true });
    expect(paused).toEqual({ shown: rows(2, 1), pending: rows(3) });
    const again = withFreshRows(paused, rows(4, 3, 2), { idOf, isPaused: true });
    expect(again).toEqual({ shown: rows(2, 1), pending: rows(4, 3) });
    expect(withPendingShown(again).shown).toEqual(rows(4, 3, 2, 1));
  });

  it("show each row once in its latest state", () => {
    const page = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(page, fc.boolean())), (pages) => {
        let state: LiveRows<{ id: number }> = { shown: [], pending: [] };
        for (const [ids, isPaused] of pages) state = withFreshRows(state, rows(...ids), { idOf, isPaused });
        const all = [...state.pending, ...state.shown].map(idOf);
        expect(new Set(all).size).toBe(all.length);
        expect(all.length).toBe(new Set(pages.flatMap(([ids]) => ids)).size);
      }),
    );
  });
});

it("relative times read well", () => {
  const times = [2_000, 90_000, 47 * 3_600_000, -3 * 86_400_000].map((now) => relativeTime(0, now));
  expect(times).toEqual(["just now", "1 minute ago", "1 day ago", "in 3 days"]);
});

it("a future time is never shown as `just now` or past", () => {
  for (let at = -10_000; at <= 10_000; at += 100) {
    const text = relativeTime(at, 0);
    expect(isAhead(at, 0) ? text : "in 5 seconds").toMatch(/^in \d+ seconds$/);
  }
  expect(isAhead(5_000, 0)).toBe(true);
});

it("durations show at least two of their unit", () => {
  const durations = [0, 1, 119, 120, 47 * 3_600, 3 * 86_400].map((seconds) => durationText(seconds * 1_000));
  expect(durations).toEqual(["0 seconds", "1 second", "119 seconds", "2 minutes", "47 hours", "3 days"]);
});

describe("an operator's to-do", () => {
  const problem = { kind: "rows_quarantined", count: 1, action: "", docs: "" } as const;

  it.each<[Partial<Parameters<typeof attentionTitle>[0]>, string]>([
    [{ instance: "acme", what: "1 row has no ID" }, "acme: 1 row in quarantine"],
    [{ count: 1_000, more: true }, "At least 1,000 rows in quarantine"],
    [{ kind: "dead_letters", what: "deliver", count: 2 }, "2 messages in the deliver queue couldn't be processed"],
    [{ kind: "backups_missing" }, "Scheduled backups are missing"],
    [{ kind: "disk_full" }, "The disk is full"],
    [{ kind: "feeds_stalled" }, "1 feed has stalled"],
    [{ kind: "changes_set_aside" }, "1 change couldn't be published"],
    // Only a command can retry them.
    [{ kind: "changes_set_aside", count: 4, command: "npm run redrive" }, "4 batches of changes couldn't be published"],
    [
      { kind: "removals_held", instance: "acme", what: "company", count: 12 },
      "acme: removals of companies need your decision (12 missing records)",
    ],
  ])("has a title, with a count only if it can be more than one: %o", (given, title) => {
    expect(attentionTitle({ ...problem, ...given })).toBe(title);
  });

  it("says in the title why the source denies access or feeds stall, and what to do in each case", () => {
    const of = (given: Partial<Parameters<typeof attentionTitle>[0]>) => {
      const one = { ...problem, kind: "instance_parked", instance: "acme", ...given } as const;
      return [attentionTitle(one), attentionAction(one)];
    };
    expect(of({ what: "invalid_client" })).toEqual([
      "acme: the source is denying Feedhook access: wrong client ID or client secret",
      "Ask the customer for new credentials, then save them on the instance's page.",
    ]);
    expect(of({ what: "unknown_instance" })).toEqual([
      "acme: the source has no instance with this name",
      "Connect the instance again under the correct name, which is part of the URL that the customer's users open.",
    ]);
    expect(of({ kind: "feeds_stalled", count: 2, what: "forbidden" })).toEqual([
      "acme: 2 feeds have stalled. Error in the longest-stalled feed: the source denied access (403)",
      "Check each feed's last error. If access is denied, ask the customer to give the credentials read access to the feed's records. Reading then resumes automatically.",
    ]);
    const [title, action] = of({ kind: "feeds_stalled", what: "unavailable_503" });
    expect(title).toBe("acme: 1 feed has stalled: the source returned 503");
    expect(action).toMatch(/^Check each feed's last error\./);
    expect(attentionCause({ ...problem, kind: "feeds_stalled" })).toBe("");
  });
});

it("the preview of a replay counts events, and says if the count is incomplete", () => {
  const said = (matches: number, complete: boolean) => replayPreviewText({ matches, complete });
  expect([0, 1, 12].map((matches) => said(matches, true))).toEqual([
    ...["0 events would be sent", "1 event would be sent", "12 events would be sent"],
  ]);
  expect(said(1_000, false)).toBe("At least 1,000 events would be sent");
  expect(said(0, false)).toMatch(/Count again, or choose a shorter time range\.$/);
});

it("event values are shown as JSON, and truncated before they fill the page", () => {
  expect(valuesText(["Kari", 7, null, { prefix: "x" }])).toBe('"Kari", 7, null, {"prefix":"x"}');
  const long = valuesText(["x".repeat(500)]);
  expect([long.length, long.at(-1)]).toEqual([120, "…"]);
});

it("counts in sentences agree with their noun", () => {
  expect([0, 1, 2, 2_000].map((count) => plural(count, "event", "events"))).toEqual([
    ...["0 events", "1 event", "2 events", "2,000 events"],
  ]);
  const counted = (count: number, more: boolean) => atLeast(count, more, "event", "events");
  expect([counted(1, false), counted(1_000, true)]).toEqual(["1 event", "At least 1,000 events"]);
  // The count ended before it reached any of these.
  expect(counted(0, true)).toBe("Not counted");
});

describe("a feed's text", () => {
  it("says what the feed reads, so that names are unique within an instance", () => {
    expect(feedName({ kind: "person-timeline", query: { key: "created", view: "full" } })).toBe(
      "People: timeline, by created",
    );
    expect(feedName({ kind: "owner", owner: { type: "Company", id: "k2Jm" }, query: {} })).toBe(
      "Documents of Company k2Jm",
    );
    const names = fixedFeeds("acme").map(({ kind, query }) => feedName({ kind, query }));
    expect(new Set(names).size).toBe(names.length);
  });

  it("explains its failure, or shows an unknown code", () => {
    expect(reasonWords("unavailable_503")).toBe("The source returned 503.");
    expect(reasonWords("owner_gone")).toBe("The owner no longer exists.");
    expect(reasonWords("something_new")).toBe("something_new");
  });

  it("says that its owners wait longer than configured, only if they do", () => {
    expect([1, 1.04].map(stretchWords)).toEqual([{}, {}]);
    expect([1.05, 2.44, 1_500].map(stretchWords)).toEqual([{ times: "1.1" }, { times: "2.4" }, { times: "1,500" }]);
  });
});

describe("the pace of a request budget", () => {
  const read = (seconds: number, granted: number, used = granted, givenBack = 0): BudgetRead => ({
    at: seconds * 1_000,
    total: { granted, used, givenBack },
  });
  const after = (...reads: BudgetRead[]) => reads.reduce<readonly BudgetRead[]>(withBudgetRead, []);

  it("is unknown until two reads are a tick apart", () => {
    expect(budgetPace([])).toBeUndefined();
    expect(budgetPace(after(read(0, 100), read(10, 150)))).toBeUndefined();
  });

  it("is the count of new requests over the last five minutes", () => {
    expect(budgetPace(after(read(0, 100, 90, 5), read(10, 150, 140, 5), read(20, 200, 180, 15)))).toEqual({
      ...{ seconds: 20, granted: 5, used: 4.5, givenBack: 0.5 },
    });
    expect(budgetPace(after(read(0, 0), read(100, 1_000), read(400, 1_300)))).toMatchObject({
      seconds: 300,
      granted: 1,
    });
  });

  it("starts over when the totals do", () => {
    expect(after(read(0, 100), read(30, 200), read(60, 3))).toEqual([read(60, 3)]);
  });
});

it("a feed of an unread instance shows the instance's state", () => {
  expect(["active", "connecting", undefined].map((instance) => shownState("backing_off", instance))).toEqual([
    ...["backing_off", "backing_off", "backing_off"],
  ]);
  expect(["paused", "parked"].map((instance) => shownState("active", instance))).toEqual(["paused", "parked"]);
  expect([shownState("parked", "active"), shownState("parked", "paused")]).toEqual(["given_up", "paused"]);
});

it("a feed class is named by what it reads, and an unknown class by its name", () => {
  expect(feedClass.options.map(className).every((name) => /^[A-Z][a-z]/.test(name))).toBe(true);
  expect(className("of-a-later-version")).toBe("of-a-later-version");
});
