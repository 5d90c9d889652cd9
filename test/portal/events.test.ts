import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { recordKey } from "../../shared/mirror/mirror-key.ts";
import { apiFixture, eventAt, operatorKey } from "../unit/api/api-fixture.ts";
import { lookAt } from "./support/look-at.ts";
import { ServedPortal } from "./support/served-portal.ts";

const api = apiFixture();
const served = new ServedPortal(api);

/** Newest first: a changed first name, a changed last name, and an added person. */
const [renamed, married, added] = ["r1", "r2", "r3"].map((id, position) =>
  eventAt(api.clock.now() - 60_000 * (position + 1), id),
) as [ReturnType<typeof eventAt>, ReturnType<typeof eventAt>, ReturnType<typeof eventAt>];

beforeAll(async () => {
  await api.registerInstance();
  const stored = [
    renamed.envelope,
    { ...married.envelope, changes: [{ field: "lastName", from: "Olsen", to: "Lie" }] },
    { ...added.envelope, type: "person.created" as const, changes: undefined },
  ];
  await api.events.put(stored.map((envelope) => ({ envelope: envelope as never, body: JSON.stringify(envelope) })));
});

async function open(path: string): Promise<Page> {
  const page = await served.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${served.url}/portal${path}#key=${operatorKey}`);
  return page;
}

describe("the events page", () => {
  test("finds an event, shows its changes and why it was sent nowhere, and leads back to the search", async () => {
    const page = await open("/events");
    const rows = page.getByRole("table", { name: "Events" }).getByRole("row");
    await expect.poll(() => rows.count()).toBe(4);
    expect(await rows.nth(1).textContent()).toContain("person/r1");
    await page.getByLabel("Search").fill("PERSON/r1");
    await expect
      .poll(async () => [await rows.count(), await rows.last().textContent()])
      .toEqual([2, expect.stringContaining("person/r1")]);
    await page.getByLabel("Search").fill("lastname");
    await expect.poll(() => rows.count()).toBe(2);
    await page.waitForURL(/\?search=lastname$/);

    await page.getByRole("link", { name: "person.updated" }).click();
    await page.getByRole("heading", { level: 1, name: "person.updated" }).waitFor();
    const changes = page.getByRole("table").filter({ hasText: "lastName" });
    expect(await changes.getByRole("row").nth(1).textContent()).toBe('lastName"Olsen""Lie"');
    await page.getByText("This event hasn't been sent to any of your endpoints.").waitFor();
    await page.getByRole("heading", { name: "Why this event was or wasn't delivered" }).waitFor();
    await page.getByText(/^This event was detected on .*, and no endpoint selects it\.$/).waitFor();
    const ofNow = page.getByRole("heading", { name: "Current state of the record and its source" });
    expect(await ofNow.locator("xpath=following-sibling::ul").textContent()).toContain("First contact isn't complete");
    expect(await ofNow.locator("xpath=preceding-sibling::ul").count()).toBe(0);
    await page.getByText("View as text").click();
    expect(await page.getByLabel("the event", { exact: true }).textContent()).toContain(married.envelope.id);

    await page.goBack();
    expect(await page.getByLabel("Search").inputValue()).toBe("lastname");
    await page.getByLabel("Search").fill("nothing like this");
    await page.getByText("No matching events").waitFor();
  });

  test("doesn't claim that nothing matches before all events are loaded", async () => {
    const page = await open("/events?search=r3");
    await page.route(/\/v1\/events\?/, async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("limit", "2");
      await route.continue({ url: url.href });
    });
    await page.reload();
    await page.getByText("No matches in the events loaded so far").waitFor();
    await page.getByRole("button", { name: "Load older events" }).click();
    await page.getByRole("table", { name: "Events" }).getByText("person/r3").waitFor();
    await page.getByLabel("Search").fill("nothing like this");
    await page.getByText("No matching events").waitFor();
  });

  test("says that there are no events, or why there are no instances", async () => {
    const page = await open("");
    await page.route(/\/v1\/events\?/, (route) => route.fulfill({ json: { items: [], more: false } }));
    await page.goto(`${served.url}/portal/events`);
    await page.getByText("No events in the last 30 days").waitFor();
    await page.route(/\/v1\/instances\?/, (route) => route.fulfill({ json: { items: [], more: false } }));
    await page.reload();
    await page.getByText("No instances yet").waitFor();
    await page.getByText("Events come from instances. Connect an instance to see its events.").waitFor();
    await page.getByRole("link", { name: "Connect an instance" }).click();
    await page.getByRole("heading", { level: 1, name: "Instances" }).waitFor();

    const partner = await served.newPage();
    await partner.goto(`${served.url}/portal/events#key=${(await api.addPartner()).key}`);
    await partner.getByText("No instances available").waitFor();
    await partner.getByText(/you don't have access to any yet\. Ask the operator for access\.$/).waitFor();
  });

  test("explains no event that is older than the record's known changes", async () => {
    const { id, instance, subject } = added.envelope;
    const change = {
      seq: 9,
      observedAt: api.clock.now(),
      detectedBy: "timeline",
      facts: [{ type: "person.updated", key: "" }],
    };
    const times = { asOf: api.clock.now(), observedAt: api.clock.now(), firstSeenAt: 0 };
    const item = { ...recordKey(instance, "person", subject.id), instance, resource: "person", id: subject.id, seq: 9 };
    await api.tables.mirror.put([{ item: { ...item, ...times, state: "live", changeLog: [change] } }]);
    const page = await open(`/events/${instance}/${id}`);
    await page.getByText("Explanations cover only a record's latest changes. This event is older.").waitFor();
    expect(await page.getByText("was detected on").count()).toBe(0);
  });

  test("says what is missing from an event outside the crossed-out values, and why a record was removed", async () => {
    const { envelope } = renamed;
    const changes = [{ field: "" }, { field: "note", fromOmitted: true, to: "short" }];
    const removed = { ...envelope, timestampFrom: "detected", reason: "cascade", changes };
    const page = await open("");
    await page.route(/\/v1\/events\/evt_/, (route) => route.fulfill({ json: removed }));
    await page.goto(`${served.url}/portal/events/acme/${envelope.id}`);
    const rows = page.getByRole("table", { name: "Changed fields" }).getByRole("row");
    await rows.nth(1).waitFor();
    const missing = "Not included in the event";
    expect(await rows.nth(1).textContent()).toBe(`Whole record${missing}${missing}`);
    expect(await rows.nth(2).textContent()).toBe('noteToo long to include"short"');
    expect(await rows.locator("del").count()).toBe(0);
    const facts = await page.locator("dl.facts").first().textContent();
    expect(facts).toContain("HappenedNot reported by the source");
    expect(facts).toContain("Removal reasonIts owner was deleted");
  });

  test("shows an error instead of no deliveries if the deliveries can't be read", async () => {
    const subscription = await api.subscribe({ eventTypes: ["company.*"] });
    const page = await open("");
    await page.route(/\/v1\/subscriptions\/\w+\/deliveries\//, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(`${served.url}/portal/events/acme/${renamed.envelope.id}`);
    await page.getByText("Couldn't load this content").waitFor();
    expect(await page.getByText("This event hasn't been sent to any of your endpoints.").count()).toBe(0);
    await page.unroute(/\/v1\/subscriptions\/\w+\/deliveries\//);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("This event hasn't been sent to any of your endpoints.").waitFor();
    await api.call("DELETE", `/v1/subscriptions/${subscription}`);
  });

  test("says that a viewer's own endpoint got no event because it is disabled", async () => {
    const subscription = await api.subscribe({ eventTypes: ["person.*"] });
    const page = await open("");
    await page.route(/\/v1\/explain\?/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('"youngerThanEvent"', '"disabled"') });
    });
    await page.goto(`${served.url}/portal/events/acme/${married.envelope.id}`);
    const outcomes = page.getByRole("table", { name: "Outcome by endpoint" }).getByRole("row");
    await outcomes.nth(1).waitFor();
    expect(await outcomes.nth(1).textContent()).toContain("the endpoint is disabled");
    await api.call("DELETE", `/v1/subscriptions/${subscription}`);
  });

  test("a delivery's event that can't be read isn't shown as one that isn't stored", async () => {
    const subscription = await api.subscribe({ eventTypes: ["company.*"] });
    const { id: event, instance, type } = renamed.envelope;
    const delivery = { event, instance, type, run: "0", state: "delivered", attempts: [] };
    const page = await open("");
    await page.route(/\/v1\/.*\/deliveries\/evt_/, (route) => route.fulfill({ json: { items: [delivery] } }));
    await page.route(/\/v1\/events\/evt_/, (route) => route.fulfill({ status: 500, json: {} }));
    const unstored = page.getByText("Feedhook doesn't store this event");
    const show = () => page.goto(`${served.url}/portal/endpoints/${subscription}/deliveries/${event}`);
    await show();
    await page.getByText("Couldn't load this content").waitFor();
    expect(await unstored.count()).toBe(0);
    await page.unroute(/\/v1\/events\/evt_/);
    await page.route(/\/v1\/events\/evt_/, (route) => route.fulfill({ status: 404, json: {} }));
    await show();
    await unstored.waitFor();
    await api.call("DELETE", `/v1/subscriptions/${subscription}`);
  });

  test("says that an event doesn't exist, and offers the way back", async () => {
    const page = await open(`/events/acme/${renamed.envelope.id.slice(0, -4)}0000`);
    await page.getByText("Couldn't find this item").waitFor();
    await page.getByRole("link", { name: "← Events" }).click();
    await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  });
});

describe("an endpoint's filter", () => {
  test("shows live which recent events match, and field by field why the others don't", async () => {
    const page = await open("/endpoints/new");
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText("3 of 3 recent events").waitFor();
    await page.getByLabel("Filter").fill('{ "changes": { "field": ["firstName"] } }');
    await preview.getByText("1 of 3 recent events").waitFor();
    const refused = preview.getByRole("listitem").filter({ hasText: "No match" });
    expect(await refused.count()).toBe(2);
    const why = (await refused.filter({ hasText: married.envelope.id }).textContent()) ?? "";
    expect(why).toContain("changes.field");
    expect(why).toContain('In the event: "lastName"');
    expect(why).toContain('The filter accepts: "firstName"');
    const absent = (await refused.filter({ hasText: added.envelope.id }).textContent()) ?? "";
    expect(absent).toContain("changes");
    expect(absent).not.toContain("In the event");

    await page.getByLabel("Filter").fill('{ "changes": ');
    await page.getByText(/^Invalid JSON/).waitFor();
    await page.getByLabel("Filter").fill('{ "tpye": ["person.updated"] }');
    await preview.getByText("0 of 3 recent events").waitFor();
    await preview.getByText("filter.tpye").waitFor();
    expect(await lookAt(page, "filter-preview")).toEqual([]);
    await page.getByLabel("Filter").fill('{ "type": [{ "wrong": 1 }] }');
    await preview.getByRole("alert").waitFor();
  });

  test("is tested only against the selected types", async () => {
    const page = await open("/endpoints/new");
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText("3 of 3 recent events").waitFor();
    await page.getByLabel("All changes, including event types added later").uncheck();
    await page.locator("summary", { hasText: /^Person/ }).click();
    await page.getByLabel("Created", { exact: true }).first().check();
    await preview.getByText("1 of 1 recent event").waitFor();
  });
});
