import { describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { helper, manualClock, openClient, requestToken, SandboxClient } from "./sandbox-client.ts";

describe("fault injection", () => {
  test("401 occurs only with a cursor and invalidates the token", async () => {
    const client = await openClient({ faults: "401=1" });
    const { body } = await client.get("/person/cursor?limit=1");
    expect((await client.get(`/person/cursor?limit=1&cursor=${body.nextCursor}`)).status).toBe(401);
    expect((await client.get("/person/cursor?limit=1")).status).toBe(401);
    const token = await requestToken(client.sandbox, client.sandbox.access[0]!);
    expect(
      (await new SandboxClient(client.sandbox, "acme", token.body.access_token).get("/person?limit=1")).status,
    ).toBe(200);
  });

  test("429 and 503 carry Retry-After", async () => {
    const client = await openClient();
    for (const status of [429, 503]) {
      await helper(client.sandbox, "POST", "/faults", { spec: `${status}=1:7` });
      const answer = await client.get("/person");
      expect(answer.status).toBe(status);
      expect(answer.headers.get("retry-after")).toBe("7");
    }
  });

  test("500 comes in bursts of the given length", async () => {
    const client = await openClient();
    await helper(client.sandbox, "POST", "/faults", { spec: "500=0.1:4" });
    const statuses: number[] = [];
    for (let request = 0; request < 200; request += 1) statuses.push((await client.get("/person?limit=1")).status);
    const bursts = statuses.join("").match(/(500)+/g) ?? [];
    expect(bursts.length).toBeGreaterThan(2);
    for (const burst of bursts.slice(0, -1)) expect(burst.length / 3).toBeGreaterThanOrEqual(4);
    expect(statuses).toContain(200);
  });

  test("slow waits, truncated cuts the JSON, html is a gateway's page", async () => {
    const client = await openClient();
    await helper(client.sandbox, "POST", "/faults", { spec: "slow=1:5000" });
    const before = client.sandbox.clock.now();
    expect((await client.get("/person?limit=1")).status).toBe(200);
    expect(client.sandbox.clock.now() - before).toBe(5000);
    await helper(client.sandbox, "POST", "/faults", { spec: "truncated=1" });
    await expect(client.get("/person?limit=1")).rejects.toThrow(SyntaxError);
    await helper(client.sandbox, "POST", "/faults", { spec: "html=1" });
    expect(await client.get("/person?limit=1")).toMatchObject({ status: 502, body: expect.stringContaining("<html>") });
    expect((await helper(client.sandbox, "GET", "/faults")).body.injected).toMatchObject({
      slow: 1,
      truncated: 1,
      html: 1,
    });
  });

  test("reset breaks the connection after the write", async () => {
    const running = await startSandbox({ faults: "" });
    onTestFinished(() => running.close());
    const token = await requestToken(running.sandbox, running.instances[0]!);
    await helper(running.sandbox, "POST", "/faults", { spec: "reset=1" });
    const before = running.sandbox.instances.get("acme")!.tables.person.size;
    const request = fetch(`${running.url}/acme/api/v1/en/person`, {
      method: "POST",
      headers: { authorization: `Bearer ${token.body.access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ firstName: "A", lastName: "B" }),
    });
    await expect(request).rejects.toThrow();
    expect(running.sandbox.instances.get("acme")!.tables.person.size).toBe(before + 1);
  });

  test("a burst lasts for a while and fails most requests; its share is that of a steady rate", async () => {
    const clock = manualClock();
    const client = await openClient({ clock, settings: { expiresInSeconds: 1e6 } });
    await helper(client.sandbox, "POST", "/faults", { spec: "burst=0.2:5000" });
    const seen: { readonly at: number; readonly failed: boolean }[] = [];
    for (let request = 0; request < 5_000; request += 1) {
      clock.advance(100);
      const { status } = await client.get("/project/cursor?limit=1");
      expect([200, 500]).toContain(status);
      seen.push({ at: clock.now(), failed: status === 500 });
    }
    const failures = seen.filter(({ failed }) => failed);
    expect(failures.length / seen.length).toBeGreaterThan(0.15);
    expect(failures.length / seen.length).toBeLessThan(0.25);
    // Failures with only a few responses between them belong to one burst.
    const bursts: number[][] = [];
    for (const { at } of failures) {
      const last = bursts.at(-1);
      if (last === undefined || at - (last.at(-1) ?? 0) > 1_500) bursts.push([at]);
      else last.push(at);
    }
    const lengths = bursts.map((burst) => (burst.at(-1) ?? 0) - (burst[0] ?? 0));
    expect(bursts.length).toBeGreaterThan(20);
    expect(lengths.toSorted((one, other) => one - other)[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(5_000);
    const dense = bursts.map((burst, place) => burst.length / ((lengths[place] ?? 0) / 100 + 1));
    const mean = dense.reduce((sum, one) => sum + one, 0) / dense.length;
    expect(mean).toBeGreaterThan(0.6);
    expect(mean).toBeLessThan(0.85);
  });

  test("429-date names a whole second that isn't too early; earlier requests count, for this client alone", async () => {
    const clock = manualClock(Date.parse("2026-11-21T09:00:00.400Z"));
    const client = await openClient({ clock });
    const { body: pair } = await helper(client.sandbox, "POST", "/acme/credentials", {});
    const other = new SandboxClient(
      client.sandbox,
      "acme",
      (await requestToken(client.sandbox, pair)).body.access_token,
    );
    const inside = async () => (await helper(client.sandbox, "GET", "/faults")).body.insideRetryAfter;
    await helper(client.sandbox, "POST", "/faults", { spec: "429-date=1:3" });
    const refused = await client.get("/person?limit=1");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "Sat, 21 Nov 2026 09:00:04 GMT"]);
    await helper(client.sandbox, "DELETE", "/faults");
    clock.advance(200);
    await client.get("/person?limit=1");
    expect(await inside(), "on its way").toEqual({ "429": 0, "503": 0 });
    clock.advance(3_300);
    await other.get("/person?limit=1");
    expect(await inside(), "another client").toEqual({ "429": 0, "503": 0 });
    await client.get("/company?limit=1");
    expect(await inside()).toEqual({ "429": 1, "503": 0 });
    clock.advance(100);
    await client.get("/company?limit=1");
    expect(await inside()).toEqual({ "429": 1, "503": 0 });
  });

  test("a 503 delays its own list; for documents, its own owner's list", async () => {
    const clock = manualClock();
    const client = await openClient({ clock });
    const { items } = (await client.get("/company/cursor?limit=2")).body;
    const listOf = (owner: number) => `/document/cursor?entityType=Company&entityId=${items[owner].id}&limit=5`;
    await helper(client.sandbox, "POST", "/faults", { spec: "503=1:10" });
    expect((await client.get(listOf(0))).status).toBe(503);
    await helper(client.sandbox, "DELETE", "/faults");
    clock.advance(1_000);
    await client.get(listOf(1));
    await client.get("/company/cursor?limit=2");
    expect((await helper(client.sandbox, "GET", "/faults")).body.insideRetryAfter).toEqual({ "429": 0, "503": 0 });
    await client.get(listOf(0));
    expect((await helper(client.sandbox, "GET", "/faults")).body.insideRetryAfter).toEqual({ "429": 0, "503": 1 });
  });

  test("404 affects only reads of single records, and expired only list cursors", async () => {
    const client = await openClient();
    const page = (await client.get("/person/cursor?limit=1")).body;
    const entry = (await helper(client.sandbox, "GET", "/journal?limit=1000")).body.entries.find(
      ({ change }: { change: { resource: string } }) => change.resource === "document-change",
    );
    const { entityType, entityId } = entry.change.owner;
    const path = `/document/changes?entityType=${entityType}&entityId=${entityId}&limit=1`;
    const feed = (await client.get(path)).body;
    await helper(client.sandbox, "POST", "/faults", { spec: "404=1,expired=1" });
    expect((await client.get("/person/cursor?limit=1")).status).toBe(200);
    expect((await client.get("/person/duplicates?firstName=Ada")).status).toBe(200);
    expect((await client.get(`/person/${page.items[0].id}`)).body.errorType).toBe("NOT_FOUND");
    const expired = await client.get(`/person/cursor?limit=1&cursor=${encodeURIComponent(page.nextCursor)}`);
    expect([expired.status, expired.body.errorType]).toEqual([400, "ILLEGAL_CURSOR"]);
    expect((await client.get(`${path}&cursor=${encodeURIComponent(feed.nextCursor)}`)).status).toBe(200);
  });

  test("revoked invalidates any request's token, and token fails only the token endpoint", async () => {
    const client = await openClient({ faults: "" });
    await helper(client.sandbox, "POST", "/faults", { spec: "revoked=1" });
    expect((await client.get("/person?limit=1")).status).toBe(401);
    await helper(client.sandbox, "POST", "/faults", { spec: "token=1" });
    expect((await client.get("/person?limit=1")).status).toBe(401);
    expect((await requestToken(client.sandbox, client.sandbox.access[0]!)).status).toBe(500);
    await helper(client.sandbox, "DELETE", "/faults");
    const { body } = await requestToken(client.sandbox, client.sandbox.access[0]!);
    await helper(client.sandbox, "POST", "/faults", { spec: "token=1" });
    expect((await new SandboxClient(client.sandbox, "acme", body.access_token).get("/person?limit=1")).status).toBe(
      200,
    );
  });

  test("late delays responses by varying times up to the parameter", async () => {
    const clock = manualClock();
    const client = await openClient({ clock });
    await helper(client.sandbox, "POST", "/faults", { spec: "late=1:8000" });
    const waits: number[] = [];
    for (let request = 0; request < 40; request += 1) {
      const before = clock.now();
      await client.get("/person?limit=1");
      waits.push(clock.now() - before);
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(8_000);
    expect(Math.max(...waits)).toBeGreaterThan(6_000);
    expect(new Set(waits).size).toBeGreaterThan(30);
  });

  test("an invalid spec is refused", async () => {
    const client = await openClient();
    expect((await helper(client.sandbox, "POST", "/faults", { spec: "505=0.1" })).status).toBe(400);
    expect((await helper(client.sandbox, "POST", "/faults", { spec: "500=2" })).status).toBe(400);
  });
});

describe("start", () => {
  test("listens on the loopback address, serves the landing page with the credentials, and closes", async () => {
    const running = await startSandbox({ seed: 7, live: { changesPerMinute: 6000 } });
    expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const page = await (await fetch(running.url)).text();
    expect(page).toContain(running.instances[0]!.clientSecret);
    expect(page).toContain("/{instanceName}/api/v1/{locale}/document/changes");
    const last = async (): Promise<number> => (await helper(running.sandbox, "GET", "/journal")).body.last;
    const before = await last();
    await expect.poll(last, { timeout: 10_000 }).toBeGreaterThan(before);
    await running.close();
    await expect(fetch(running.url)).rejects.toThrow();
  });
});
