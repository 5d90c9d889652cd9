import { describe, expect, test } from "vitest";
import { CliGround } from "./support/cli-ground.ts";
import { CliProgram } from "./support/cli-program.ts";
import { subscriberForTest } from "./support/test-scope.ts";

const ground = new CliGround();

describe("listen", () => {
  const temporary = async () => {
    const { items } = (await ground.api("GET", "/v1/subscriptions?limit=200")) as { items: { description?: string }[] };
    return items.filter(({ description = "" }) => description.includes("feedhook listen"));
  };

  test.each(["SIGINT", "SIGTERM"] as const)(
    "forwards events that verify with the printed secret, and deletes its subscription on %s",
    async (signal) => {
      const local = await subscriberForTest();
      const cli = ground.start("listen", "--forward-to", local.url, "--replay-last", "3");
      const [, secret = ""] = await cli.prints(/^Signing secret: (whsec_\S+)$/m);
      local.trust(secret);
      await expect.poll(() => local.distinct.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
      expect(await temporary()).toHaveLength(1);
      // Twice, as under npm: the terminal signals both, and npm passes its signal on.
      void cli.signal(signal);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const { code, stdout, stderr } = await cli.signal(signal);
      expect([code, stderr]).toEqual([0, expect.stringMatching(/Deleted the subscription\.\n$/)]);
      expect(stdout).toMatch(/^\d\d:\d\d:\d\d {2}204 +\d+ ms {2}\w+\.\w+ +\w+\/\S+ {2}evt_\w+$/m);
      expect(local.unverified).toEqual([]);
      expect(await temporary()).toEqual([]);
    },
  );

  test("resends an event that the receiver refused, and uses the secret in WEBHOOK_SECRET", async () => {
    let isDown = true;
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const local = await subscriberForTest(() => isDown);
    local.trust(secret);
    const argv = ["listen", "--forward-to", local.url, "--events", "person.*,company.*", "--replay-last", "1"];
    const cli = new CliProgram({ ...ground.environment, WEBHOOK_SECRET: secret }, argv);
    await cli.prints(/503 .+\(next attempt in 10 s\)/, 60_000);
    isDown = false;
    const [, failed = ""] = await cli.prints(/503 .+(evt_\w+)/);
    await expect.poll(() => local.distinct.has(failed), { timeout: 60_000 }).toBe(true);
    expect((await cli.signal("SIGINT")).code).toBe(0);
    expect(local.unverified).toEqual([]);
    expect([...local.distinct.values()].every(({ event }) => /^(person|company)\./.test(event.type))).toBe(true);
  });

  test("removes only what a killed process on this machine left behind", async () => {
    const kept = (await ground.api("POST", "/v1/subscriptions", {
      ...{ kind: "pull", eventTypes: ["*"] },
      description: "feedhook listen on another-machine, process 1: temporary",
    })) as { id: string };
    const killed = ground.start("listen", "--forward-to", "http://127.0.0.1:9/hook");
    await killed.prints(/^Ready/m);
    await killed.signal("SIGKILL");
    expect(await temporary()).toHaveLength(2);
    const next = ground.start("listen", "--forward-to", "http://127.0.0.1:9/hook");
    await next.prints(/^Ready/m);
    await next.signal("SIGINT");
    expect(await temporary()).toMatchObject([{ id: kept.id }]);
    await ground.run("subscriptions", "delete", kept.id, "--yes");
  });

  test("gets the examples from `trigger`, signed with its secret, until it ends", async () => {
    const local = await subscriberForTest();
    const cli = ground.start("listen", local.url.replace("http://", ""), "--events", "bridge.ping", "--body");
    const [, secret = ""] = await cli.prints(/^Signing secret: (whsec_\S+)$/m);
    local.trust(secret);
    await cli.prints(/^Ready/m);
    const sent = await ground.json("trigger", "person.updated", "--set", "data.firstName=Ada");
    expect(sent).toMatchObject({ outcome: "delivered", status: 204, to: local.url });
    expect(local.distinct.get(sent.event)?.event).toMatchObject({
      ...{ example: true, instance: "~example", data: { firstName: "Ada" } },
    });
    expect(local.unverified).toEqual([]);
    await cli.prints(/204 .*person\.updated .*\(example\)\n\{\n {2}"id": /);
    expect((await ground.json("trigger", "person.updated")).event).not.toBe(sent.event);
    await cli.signal("SIGKILL");
    // The sample subscriber of the demo has the only webhook subscription.
    const toEndpoint = await ground.json("trigger", "person.updated");
    expect(toEndpoint).toMatchObject({ outcome: "delivered" });
    expect(toEndpoint).not.toHaveProperty("to");
  });

  test.each([[], ["3000", "--forward-to", "http://127.0.0.1:3000"]])(
    "refuses %j, because it needs one receiver",
    async (...argv) => {
      const { code, stderr } = await ground.run("listen", ...argv);
      expect([code, stderr]).toEqual([2, expect.stringContaining("feedhook listen 3000")]);
    },
  );

  test("names the invalid field of the request, and leaves nothing behind", async () => {
    const { code, stderr } = await ground.run(
      "listen",
      "--forward-to",
      "http://127.0.0.1:9/hook",
      "--events",
      "persn.*",
    );
    expect(code).toBe(1);
    expect(stderr).toContain("eventTypes.0: is not in the catalogue");
    expect(await temporary()).toEqual([]);
  });
});

describe("subscriptions, deliveries and replay", () => {
  test("create, ping, list, pause, rotate and delete a subscription, and replay to it", async () => {
    const people = "/v1/events?instance=acme&type=person.*&limit=200";
    const published = async () => {
      const { items } = (await ground.api("GET", people)) as { items: { id: string; baseline?: true }[] };
      return items.flatMap(({ id, baseline }) => (baseline === true ? [] : [id]));
    };
    await expect.poll(published, { timeout: 60_000, interval: 500 }).not.toEqual([]);
    const earlier = await published();
    const endpoint = await subscriberForTest();
    const made = await ground.json(
      "subscriptions",
      "create",
      "--url",
      endpoint.url,
      "--events",
      "person.*",
      "--description",
      "x",
    );
    endpoint.trust(made.secret);
    const { stdout: ping } = await ground.run("subscriptions", "ping", made.id);
    expect(ping).toMatch(/^delivered: 204 in [\d.]+ ms/);
    const sent = await ground.json(
      ...["trigger", "person.updated", "--subscription", made.id],
      ...["--set", "data.firstName=Ada", "--set", "data.company.id=c1"],
    );
    expect(sent).toMatchObject({ outcome: "delivered", attempt: { status: 204 } });
    expect((await ground.run("trigger", "person.exploded")).code).toBe(2);
    expect((await ground.run("trigger", "person.updated", "--set", "firstName=Ada")).code).toBe(2);
    const shown = await ground.json("deliveries", made.id);
    expect(shown).toContainEqual(expect.objectContaining({ event: sent.event, run: "example", instance: "~example" }));
    const { stdout: list } = await ground.run("subscriptions", "list");
    expect(list).toMatch(
      new RegExp(`^${made.id} +${endpoint.url} +person\\.\\* +Healthy +(—|100 % of \\d+, p95 \\d+ ms) +— +x$`, "m"),
    );
    const rotated = await ground.json("subscriptions", "rotate", made.id, "--overlap-seconds", "60");
    expect(rotated.secret).not.toBe(made.secret);

    const { stdout: dry } = await ground.run("replay", made.id, "--dry-run", "--since", "1h");
    expect(dry).toMatch(/^\d+ deliver(y|ies) would be sent\./);
    const replayed = await ground.json("replay", made.id, "--since", "1h");
    expect(replayed).toMatchObject({ state: "running" });
    const delivered = async () => {
      const rows = (await ground.api("GET", `/v1/subscriptions/${made.id}/deliveries?limit=200`)) as {
        items: { event: string; run: string; state: string }[];
      };
      return rows.items.flatMap(({ event, run, state }) =>
        run === replayed.id && state === "delivered" ? [event] : [],
      );
    };
    await expect.poll(delivered, { timeout: 60_000 }).toEqual(expect.arrayContaining(earlier));
    expect([...endpoint.distinct.keys()]).toEqual(expect.arrayContaining(earlier));
    const { stdout: deliveries } = await ground.run("deliveries", made.id);
    expect(deliveries).toMatch(/^Delivered +evt_\w+ +\S+ +person\.\w+ +1 +204 \(\d+ ms\) +— +sub_/m);

    expect(await ground.json("subscriptions", "pause", made.id)).toMatchObject({ status: "disabled" });
    expect(await ground.json("subscriptions", "resume", made.id)).toMatchObject({ status: "active" });
    expect(await ground.json("subscriptions", "show", made.id)).toMatchObject({
      id: made.id,
      endpoint: { state: "healthy" },
    });
    expect(await ground.json("subscriptions", "delete", made.id, "--yes")).toEqual({ id: made.id, deleted: true });
    const gone = await ground.run("subscriptions", "ping", made.id);
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining("subscriptions list")]);
    expect(endpoint.unverified).toEqual([]);
  });

  test("a replay to a failing endpoint says that it waits, and what ends the wait", async () => {
    let isDown = false;
    const endpoint = await subscriberForTest(() => isDown);
    const { id } = await ground.json("subscriptions", "create", "--url", endpoint.url, "--events", "*");
    await expect.poll(() => endpoint.taken.length, { timeout: 60_000 }).toBeGreaterThan(0);
    isDown = true;
    const state = async () => (await ground.json("subscriptions", "show", id)).endpoint.state;
    await expect.poll(state, { timeout: 120_000 }).toBe("open");
    const waits = await ground.run("replay", id, "--since", "1h", "--wait");
    expect(waits.stderr).toContain("Deliveries are held until a probe succeeds (next probe: 20");
    expect(waits.stderr).toContain(`feedhook subscriptions ping ${id}`);
    isDown = false;
    expect((await ground.run("subscriptions", "ping", id)).stdout).toMatch(/^delivered: 204 /);
    expect((await ground.run("replay", id, "--since", "1h")).stderr).toBe("");
    await ground.run("subscriptions", "delete", id, "--yes");
  });

  test("failing deliveries are shown while their receiver fails, and followed until they arrive", async () => {
    let isDown = true;
    const endpoint = await subscriberForTest(() => isDown);
    const { id } = await ground.json("subscriptions", "create", "--url", endpoint.url, "--events", "*");
    await expect.poll(() => endpoint.refused, { timeout: 60_000 }).toBeGreaterThan(0);
    const follow = ground.start("deliveries", id, "--follow", "--json");
    await expect
      .poll(async () => (await ground.run("deliveries", id, "--failing")).stdout, { timeout: 60_000 })
      .toContain("503");
    const { stdout: failing } = await ground.run("deliveries", id, "--failing");
    expect(failing).toMatch(
      /^(Waiting|Held) .* 503 \(\d+ ms\) .* sub_\w+ +(The endpoint returned HTTP 503. The next attempt, 2 of 12,|The endpoint has been failing)/m,
    );
    const event = /evt_\w+/.exec(failing)?.[0] ?? "";
    const { stdout: detail } = await ground.run("deliveries", id, "--event", event);
    expect(detail).toMatch(/^attempt 1 {2}\d{4}-.* {2}503 \(\d+ ms\) /m);
    expect(detail).toMatch(new RegExp(`^ {2}> webhook-id: ${event}$`, "m"));
    expect(detail).toMatch(/^ {2}> webhook-signature: v1,…$/m);
    expect(detail).toMatch(/^ {2}< date: /m);
    const { stdout: withBody } = await ground.run("deliveries", id, "--event", event, "--body");
    expect(withBody).toContain(`\n{\n  "id": "${event}",\n  "type": "`);
    const without = await ground.run("deliveries", "--event", event);
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("--event needs a subscription")]);
    const { stdout: endpoints } = await ground.run("subscriptions", "list");
    expect(endpoints).toMatch(new RegExp(`^${id} .* 0 % of \\d+, p95 \\d+ ms +503 at \\d{4}-`, "m"));
    isDown = false;
    await follow.prints(/"state":"delivered"/, 60_000);
    expect((await follow.signal("SIGINT")).code).toBe(0);
    await ground.run("subscriptions", "delete", id, "--yes");
  });
});
