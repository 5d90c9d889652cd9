import { describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { helper, openClient, requestToken, SandboxClient } from "./sandbox-client.ts";

describe("fault injection", () => {
  test("401 strikes only with a cursor and kills the token, so a fresh one is needed", async () => {
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

  test("reset breaks the connection after the write has happened", async () => {
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

  test("a spec that can't be read is refused", async () => {
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
