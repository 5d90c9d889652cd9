import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { liveChange } from "../../infra/sandbox/live/live-change.ts";
import { openSandbox, type SandboxOptions } from "../../infra/sandbox/start-sandbox.ts";
import { seededRandom } from "../../infra/sandbox/store/random.ts";
import { type Answer, helper, manualClock, openClient, requestToken, SandboxClient } from "./sandbox-client.ts";

const idsOf = (items: Answer["body"][]): string[] => items.map(({ id }) => id);

async function createPerson(client: SandboxClient, lastName: string): Promise<Answer["body"]> {
  return (await client.call("POST", "/person", { firstName: "A", lastName })).body;
}

describe("switches", () => {
  test("oneLiveToken: each new token of a client revokes its previous one, and no other client's", async () => {
    const client = await openClient({ settings: { switches: { oneLiveToken: true } } });
    const { sandbox } = client;
    const { body: pair } = await helper(sandbox, "POST", "/acme/credentials", {});
    const other = new SandboxClient(sandbox, "acme", (await requestToken(sandbox, pair)).body.access_token);
    expect((await client.get("/person?limit=1")).status).toBe(200);
    const { body } = await requestToken(sandbox, sandbox.access[0]!);
    expect((await client.get("/person?limit=1")).status).toBe(401);
    expect((await new SandboxClient(sandbox, "acme", body.access_token).get("/person?limit=1")).status).toBe(200);
    expect((await other.get("/person?limit=1")).status).toBe(200);
  });

  test("hazard 2: the cursor seeks with a truncated millisecond, so the last row comes again; exact when switched off", async () => {
    const client = await openClient({ settings: { switches: { repeatedRows: false } } });
    const repeats = async () => {
      const walked = idsOf(await client.walk("/person/timeline?key=created&limit=5"));
      return walked.length - new Set(walked).size;
    };
    expect(await repeats()).toBeGreaterThan(0);
    await helper(client.sandbox, "PATCH", "/acme/settings", { switches: { millisecondSeek: false } });
    expect(await repeats()).toBe(0);
  });

  test("repeated rows: some timeline pages start further back, and a walk still ends", async () => {
    const client = await openClient({ settings: { switches: { millisecondSeek: false } } });
    await helper(client.sandbox, "POST", "/acme/imports", { persons: 40 });
    const walked = idsOf(await client.walk("/person/timeline?key=created&limit=4"));
    expect(walked.length).toBeGreaterThan(new Set(walked).size);
    expect(new Set(walked).size).toBe((await client.get("/person?limit=1")).body.totalItems);
    await helper(client.sandbox, "PATCH", "/acme/settings", { switches: { repeatedRows: false } });
    expect(await client.walk("/person/timeline?key=created&limit=4")).toHaveLength(new Set(walked).size);
  });

  test("hazard 3: a full page inside one millisecond repeats for ever, and a larger limit gets past it", async () => {
    const client = await openClient({ settings: { switches: { repeatedRows: false } } });
    const { ids } = (await helper(client.sandbox, "POST", "/acme/imports", { persons: 30 })).body;
    const since = (await client.get(`/person/${ids[0]}`)).body.created;
    const at = `/person/timeline?key=created&since=${since}&limit=10`;
    const first = (await client.get(at)).body;
    const second = (await client.get(`${at}&cursor=${first.nextCursor}`)).body;
    const third = (await client.get(`${at}&cursor=${second.nextCursor}`)).body;
    expect(idsOf(third.items)).toEqual(idsOf(second.items));
    const wide = await client.get(`/person/timeline?key=created&since=${since}&limit=1000`);
    expect(idsOf(wide.body.items)).toEqual(ids);
  });

  test("hazard 4: a late commit is absent from a walk that passed its id, with an earlier change time", async () => {
    const clock = manualClock();
    const waiting: (() => void)[] = [];
    const held = { ...clock, now: () => clock.now(), sleep: () => new Promise<void>((wake) => waiting.push(wake)) };
    const client = await openClient({ clock: held, settings: { lateShare: 1 } });
    const late = createPerson(client, "Late");
    await helper(client.sandbox, "PATCH", "/acme/settings", { switches: { lateCommits: false } });
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1000);
    const prompt = await createPerson(client, "Prompt");
    const before = idsOf((await client.get("/person/cursor?limit=1000")).body.items);
    expect(before.at(-1)).toBe(prompt.id);
    clock.advance(1000);
    for (const wake of waiting) wake();
    const { id, created } = await late;
    expect(created < prompt.created).toBe(true);
    expect(idsOf((await client.get("/person/cursor?limit=1000")).body.items).slice(-2)).toEqual([id, prompt.id]);
    const [entry] = (await helper(client.sandbox, "GET", "/journal?limit=10000")).body.entries.slice(-1);
    expect(Date.parse(entry.visibleAt) - Date.parse(entry.writtenAt)).toBe(2000);
  });

  test("cursors don't expire when switched off", async () => {
    const client = await openClient({ settings: { switches: { cursorExpiry: false }, expiresInSeconds: 1e6 } });
    const { nextCursor } = (await client.get("/person/cursor?limit=1")).body;
    await client.sandbox.clock.sleep(86_400_000);
    expect((await client.get(`/person/cursor?limit=1&cursor=${nextCursor}`)).status).toBe(200);
  });

  test("hazard 27: records hidden from the acting user are missing from lists, totals and reads", async () => {
    const client = await openClient();
    const instance = client.sandbox.instances.get("acme")!;
    const hidden = [...instance.tables.company.all()].find((row) => row.isPrivate)!;
    const id = instance.ids.mask("company", hidden.id);
    const seen = (await client.get("/company?limit=1000")).body;
    expect(idsOf(seen.items)).not.toContain(id);
    expect(seen.totalItems).toBe(instance.tables.company.size - 1);
    expect((await client.get(`/company/${id}`)).status).toBe(404);
    await helper(client.sandbox, "PATCH", "/acme/settings", { switches: { actorPermissions: false } });
    expect((await client.get("/company?limit=1000")).body.totalItems).toBe(Number(seen.totalItems) + 1);
    expect((await client.get(`/company/${id}`)).status).toBe(200);
  });
});

describe("on behalf", () => {
  test("mutations are recorded for the subject and return actedBy; reads don't", async () => {
    const client = await openClient();
    const [subject, acting] = idsOf((await client.get("/person?limit=2")).body.items);
    const pair = (await helper(client.sandbox, "POST", "/acme/credentials", { actsAs: subject, actedBy: acting })).body;
    const token = await requestToken(client.sandbox, pair, "act-as-user:read act-as-user:write");
    const onBehalf = new SandboxClient(client.sandbox, "acme", token.body.access_token);
    const created = await createPerson(onBehalf, "B");
    expect(created).toMatchObject({ createdBy: subject, actedBy: acting });
    expect((await onBehalf.get(`/person/${created.id}`)).body).not.toHaveProperty("actedBy");
  });
});

describe("oracle", () => {
  test("every journal entry's body is what a single read returns until the next change", async () => {
    const client = await openClient();
    const instance = client.sandbox.instances.get("acme")!;
    const random = seededRandom(5);
    for (let change = 0; change < 300; change += 1) await liveChange(instance, random);
    const { entries } = (await helper(client.sandbox, "GET", "/journal?limit=10000")).body;
    const latest = new Map<string, { operation: string; body?: unknown; resource: string; id: string }>();
    for (const { change } of entries) latest.set(`${change.resource}/${change.id}`, change);
    await helper(client.sandbox, "PATCH", "/acme/settings", { switches: { actorPermissions: false } });
    let compared = 0;
    for (const { resource, id, operation, body } of latest.values()) {
      if (!["person", "company", "document"].includes(resource)) continue;
      const answer = await client.get(`/${resource}/${id}`);
      if (operation === "delete") expect(answer.status).toBe(404);
      else expect(answer.body).toEqual(body);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(40);
  });

  test("a new instance holds the requested number of records and document owners", () => {
    const sizes = (options: SandboxOptions) => {
      const { tables } = openSandbox({ clock: manualClock(), ...options }).instances.get("acme")!;
      const [person, company, project] = [tables.person, tables.company, tables.project].map(({ size }) => size);
      return [person! + company! + project!, tables.activity.size];
    };
    expect(sizes({ records: 100 })).toEqual([80, 20]);
    expect(sizes({ records: 100, owners: 40 })).toEqual([40, 60]);
    expect(() => openSandbox({ records: 20, owners: 21 })).toThrow("must not exceed records");
  });

  test("live changes depend only on the seed and include every kind", async () => {
    const run = async () => {
      const sandbox = openSandbox({ clock: manualClock() });
      const random = seededRandom(9);
      const instance = sandbox.instances.get("acme")!;
      for (let change = 0; change < 250; change += 1) await liveChange(instance, random);
      return instance.journal.after(0, 10_000).map(({ change }) => change);
    };
    const first = await run();
    expect(await run()).toEqual(first);
    const kinds = new Set(first.map(({ resource, operation }) => `${resource} ${operation}`));
    for (const resource of ["person", "company", "project", "activity", "document"]) {
      for (const operation of ["create", "update"]) expect(kinds).toContain(`${resource} ${operation}`);
    }
    for (const resource of ["activity", "document", "person"]) expect(kinds).toContain(`${resource} delete`);
  });
});

describe("--data-dir", () => {
  test("a killed process loses nothing committed: records, documents, credentials, journal", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "sandbox-"));
    onTestFinished(() => {
      rmSync(dataDir, { recursive: true });
    });
    const client = await openClient({ dataDir });
    const instance = client.sandbox.instances.get("acme")!;
    const random = seededRandom(3);
    for (let change = 0; change < 60; change += 1) await liveChange(instance, random);
    const journal = (await helper(client.sandbox, "GET", "/journal?limit=10000")).body;
    const persons = (await client.get("/person/cursor?limit=1000&view=lean")).body.items;
    // Without close(), as after a kill.
    const again = await openClient({ dataDir });
    expect((await helper(again.sandbox, "GET", "/journal?limit=10000")).body).toEqual(journal);
    expect((await again.get("/person/cursor?limit=1000&view=lean")).body.items).toEqual(persons);
    const created = await createPerson(again, "After");
    expect(idsOf(persons)).not.toContain(created.id);
    const document = [...instance.tables.document.all()][0]!;
    const content = await again.get(`/document/${instance.ids.mask("document", document.id)}/content`);
    expect(content.body).toBe(instance.database.content(document.blob).toString());
    again.sandbox.close();
    client.sandbox.close();
  });
});
