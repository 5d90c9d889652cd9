import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { requestApi } from "../../infra/node/request-api.ts";
import { CliProgram, type CliResult } from "./support/cli-program.ts";
import { FlakySubscriber } from "./support/flaky-subscriber.ts";
import { StartProgram } from "./support/start-program.ts";

const key = "operator-key-of-the-cli-test";
const home = mkdtempSync(join(tmpdir(), "feedhook-cli-"));
let bridge: StartProgram;
let url = "";

beforeAll(async () => {
  bridge = StartProgram.node("--port", "0", "--operator-key", key);
  [, url = ""] = await bridge.prints(/^API +(http:\S+)\/v1$/gm, 20_000);
  await bridge.prints(/^✓ .+/gm, 30_000);
});
afterAll(async () => {
  await bridge.interrupt();
  rmSync(home, { recursive: true, force: true });
});

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const environment = () => ({ HOME: home, FEEDHOOK_URL: url, FEEDHOOK_KEY: key });
const run = (...argv: readonly string[]): Promise<CliResult> => new CliProgram(environment(), argv).ended;
const lines = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const json = async (...argv: readonly string[]) => {
  const { stdout, stderr, code } = await run(...argv, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
};
const api = (method: string, path: string, body?: unknown) => requestApi(url, key, method, path, body);

async function receiver(fails: () => boolean = () => false): Promise<FlakySubscriber> {
  const started = await FlakySubscriber.start(fails);
  cleanups.push(() => started.close());
  return started;
}

describe("listen", () => {
  const temporary = async () => {
    const { items } = (await api("GET", "/v1/subscriptions?limit=200")) as { items: { description?: string }[] };
    return items.filter(({ description = "" }) => description.includes("feedhook listen"));
  };

  test.each(["SIGINT", "SIGTERM"] as const)(
    "forwards events that verify with the printed secret, and deletes its subscription on %s",
    async (signal) => {
      const local = await receiver();
      const cli = new CliProgram(environment(), ["listen", "--forward-to", local.url, "--replay-last", "3"]);
      const [, secret = ""] = await cli.prints(/^Signing secret: (whsec_\S+)$/m);
      local.trust(secret);
      await expect.poll(() => local.distinct.size, { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
      expect(await temporary()).toHaveLength(1);
      // Twice, as under npm: the terminal signals both, and npm passes its signal on.
      void cli.signal(signal);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const { code, stdout, stderr } = await cli.signal(signal);
      expect([code, stderr]).toEqual([0, expect.stringMatching(/The subscription is deleted\.\n$/)]);
      expect(stdout).toMatch(/^\d\d:\d\d:\d\d {2}204 +\d+ ms {2}\w+\.\w+ +\w+\/\S+ {2}evt_\w+$/m);
      expect(local.unverified).toEqual([]);
      expect(await temporary()).toEqual([]);
    },
  );

  test("brings an event again that the receiver didn't take, and uses the secret of WEBHOOK_SECRET", async () => {
    let isDown = true;
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const local = await receiver(() => isDown);
    local.trust(secret);
    const argv = ["listen", "--forward-to", local.url, "--events", "person.*,company.*", "--replay-last", "1"];
    const cli = new CliProgram({ ...environment(), WEBHOOK_SECRET: secret }, argv);
    await cli.prints(/503 .+\(it comes again in 10 s\)/, 60_000);
    isDown = false;
    const [, failed = ""] = await cli.prints(/503 .+(evt_\w+)/);
    await expect.poll(() => local.distinct.has(failed), { timeout: 60_000 }).toBe(true);
    expect((await cli.signal("SIGINT")).code).toBe(0);
    expect(local.unverified).toEqual([]);
    expect([...local.distinct.values()].every(({ event }) => /^(person|company)\./.test(event.type))).toBe(true);
  });

  test("removes what a killed process of this machine left, and nothing else", async () => {
    const kept = (await api("POST", "/v1/subscriptions", {
      ...{ kind: "pull", eventTypes: ["*"] },
      description: "feedhook listen on another-machine, process 1: temporary",
    })) as { id: string };
    const killed = new CliProgram(environment(), ["listen", "--forward-to", "http://127.0.0.1:9/hook"]);
    await killed.prints(/^Ready/m);
    await killed.signal("SIGKILL");
    expect(await temporary()).toHaveLength(2);
    const next = new CliProgram(environment(), ["listen", "--forward-to", "http://127.0.0.1:9/hook"]);
    await next.prints(/^Ready/m);
    await next.signal("SIGINT");
    expect(await temporary()).toMatchObject([{ id: kept.id }]);
    await run("subscriptions", "delete", kept.id);
  });

  test("says which field of the request is wrong, and leaves nothing behind", async () => {
    const { code, stderr } = await run("listen", "--forward-to", "http://127.0.0.1:9/hook", "--events", "persn.*");
    expect(code).toBe(1);
    expect(stderr).toContain("eventTypes.0: is not in the catalogue");
    expect(await temporary()).toEqual([]);
  });
});

describe("subscriptions, deliveries and replay", () => {
  test("make, ping, list, pause, rotate and delete a subscription, and replay to it", async () => {
    const endpoint = await receiver();
    const made = await json(
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
    const { stdout: ping } = await run("subscriptions", "ping", made.id);
    expect(ping).toMatch(/^delivered: 204 in [\d.]+ ms/);
    const { stdout: list } = await run("subscriptions", "list");
    expect(list).toMatch(new RegExp(`^${made.id} +${endpoint.url} +person\\.\\* +healthy +x$`, "m"));
    const rotated = await json("subscriptions", "rotate", made.id, "--overlap-seconds", "60");
    expect(rotated.secret).not.toBe(made.secret);

    const { stdout: dry } = await run("replay", made.id, "--dry-run", "--since", "1h");
    expect(dry).toMatch(/^\d+ deliveries would be sent\./);
    const replayed = await json("replay", made.id, "--since", "1h");
    expect(replayed).toMatchObject({ state: "running" });
    await expect.poll(() => endpoint.distinct.size, { timeout: 60_000 }).toBeGreaterThan(1);
    const { stdout: deliveries } = await run("deliveries", made.id);
    expect(deliveries).toMatch(/^delivered +evt_\w+ +person\.\w+ +1 +204 \(\d+ ms\) +— +sub_/m);

    expect(await json("subscriptions", "pause", made.id)).toMatchObject({ status: "disabled" });
    expect(await json("subscriptions", "resume", made.id)).toMatchObject({ status: "active" });
    expect(await json("subscriptions", "show", made.id)).toMatchObject({ id: made.id, endpoint: { state: "healthy" } });
    expect(await json("subscriptions", "delete", made.id)).toEqual({ id: made.id, deleted: true });
    const gone = await run("subscriptions", "ping", made.id);
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining("subscriptions list")]);
    expect(endpoint.unverified).toEqual([]);
  });

  test("failing deliveries are shown while their receiver fails, and followed until they arrive", async () => {
    let isDown = true;
    const endpoint = await receiver(() => isDown);
    const { id } = await json("subscriptions", "create", "--url", endpoint.url, "--events", "*");
    await expect.poll(() => endpoint.refused, { timeout: 60_000 }).toBeGreaterThan(0);
    const follow = new CliProgram(environment(), ["deliveries", id, "--follow", "--json"]);
    await expect
      .poll(async () => (await run("deliveries", id, "--failing")).stdout, { timeout: 30_000 })
      .toContain("503");
    isDown = false;
    await follow.prints(/"state":"delivered"/, 60_000);
    expect((await follow.signal("SIGINT")).code).toBe(0);
    await run("subscriptions", "delete", id);
  });
});

test("events are listed, followed and explained", async () => {
  const [newest] = await json("events", "--limit", "1");
  const { stdout } = await run("explain", `${newest.subject.type}/${newest.subject.id}`);
  expect(stdout).toContain(newest.id);
  const follow = new CliProgram(environment(), ["events", "--follow", "--json"]);
  await follow.prints(/"type":/, 60_000);
  await follow.signal("SIGINT");
  const ids = lines(follow.stdout).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("an operator sees and controls instances and feeds", async () => {
  expect((await run("status")).stdout).toMatch(/^acme +active +timelines +active +20\S+ +\d+ s$/m);
  expect(await json("instances", "pause", "acme")).toMatchObject({ status: "paused" });
  expect(await json("instances", "resume", "acme")).toMatchObject({ name: "acme" });
  expect(await json("instances", "connect", "acme", "--requests-per-second", "90")).toMatchObject({
    requestsPerSecond: 90,
  });
  const [feed] = await json("feeds", "list", "--instance", "acme", "--class", "timelines");
  expect(await json("feeds", "pause", feed.id)).toMatchObject({ status: "paused" });
  expect(await json("feeds", "resume", feed.id)).toMatchObject({ status: "active" });
  expect(await json("feeds", "rewind", feed.id, "--to", "1h")).toMatchObject({ id: feed.id });
  expect((await run("quarantine", "list", "--instance", "acme")).stdout).toBe("The quarantine is empty.\n");
  expect((await run("removals", "list", "--instance", "acme")).stdout).toBe("No removals wait.\n");
  const watch = new CliProgram(environment(), ["status", "--watch", "--json"]);
  await watch.prints(/\n.*\n/);
  expect((await watch.signal("SIGINT")).code).toBe(0);
  const absent = await run("instances", "pause", "nowhere");
  expect([absent.code, absent.stderr]).toEqual([1, expect.stringContaining("instances list")]);
});

test("a partner with a key of its own lists its keys, sees its events, and not the operator's lists", async () => {
  const partner = await json("partners", "create", "Acme CRM", "--instances", "acme");
  const made = await json("keys", "create", "first", "--scopes", "admin", "--partner", partner.id);
  const asPartner = (...argv: string[]) => new CliProgram({ ...environment(), FEEDHOOK_KEY: made.key }, argv).ended;
  expect((await asPartner("keys", "whoami")).stdout).toBe(`first (${made.id}) of Acme CRM (${partner.id}): admin\n`);
  expect((await asPartner("keys", "list")).stdout).toContain(made.id);
  expect((await asPartner("events", "--limit", "1")).stdout).toContain("acme");
  const refused = await asPartner("status");
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toContain("need an operator's key");
  expect((await run("partners", "list")).stdout).toContain("Acme CRM");
  expect(await json("partners", "suspend", partner.id)).toMatchObject({ status: "suspended" });
  expect(await json("partners", "resume", partner.id)).toMatchObject({ status: "active" });
  await json("keys", "revoke", made.id, "--partner", partner.id);
  expect((await asPartner("events")).code).toBe(4);
  expect((await run("partners", "delete", partner.id)).code).toBe(1);
  expect((await run("partners", "delete", partner.id, "--confirm", partner.id)).code).toBe(0);
});

describe("profiles", () => {
  const withoutKey = () => ({ HOME: home });
  const path = join(home, ".config/feedhook/profiles.json");

  test("a profile keeps address and key for its owner only, and is refused where others may read it", async () => {
    const add = new CliProgram(withoutKey(), ["profiles", "add", "local", "--url", `${url}/v1/`], `${key}\n`);
    expect((await add.ended).code).toBe(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ current: "local", profiles: { local: { url, key } } });
    expect((await new CliProgram(withoutKey(), ["keys", "whoami"]).ended).code).toBe(0);
    const list = await new CliProgram(withoutKey(), ["profiles", "list"]).ended;
    expect(list.stdout).toContain("local");
    expect(list.stdout).not.toContain(key);
    const other = await new CliProgram(withoutKey(), ["status", "--profile", "other"]).ended;
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("There are: local.")]);
    chmodSync(path, 0o640);
    const refused = await new CliProgram(withoutKey(), ["status"]).ended;
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`chmod 600 ${path}`)]);
    chmodSync(path, 0o600);
    expect((await new CliProgram(withoutKey(), ["profiles", "remove", "local"]).ended).code).toBe(0);
    const missing = await new CliProgram(withoutKey(), ["status"]).ended;
    expect([missing.code, missing.stderr]).toEqual([4, expect.stringContaining("FEEDHOOK_KEY")]);
  });
});

describe("what goes wrong", () => {
  test.each([
    [["lisen"], 2, "(Did you mean listen?)"],
    [["instances", "pase", "acme"], 2, "(Did you mean pause?)"],
    [["status", "--wacth"], 2, "(Did you mean --watch?)"],
    [["listen"], 2, "--forward-to"],
    [["deliveries", "--limit", "many"], 2, "A whole number from 1 to 10000 is needed."],
  ] as const)("%j ends with %i and says %s", async (argv, code, said) => {
    const ended = await run(...argv);
    expect([ended.code, ended.stdout]).toEqual([code, ""]);
    expect(ended.stderr).toContain(said);
  });

  test("a bridge that isn't there, and a key that it doesn't know, have exit codes of their own", async () => {
    const away = await new CliProgram({ ...environment(), FEEDHOOK_URL: "http://127.0.0.1:9" }, ["status"]).ended;
    expect([away.code, away.stderr]).toEqual([3, expect.stringContaining("Is the bridge running there?")]);
    const wrong = { ...environment(), FEEDHOOK_KEY: "a-wrong-key" };
    const refused = await new CliProgram(wrong, ["status", "--json"]).ended;
    expect(refused.code).toBe(4);
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: "unauthorized" } });
    expect(refused.stderr).not.toContain("a-wrong-key");
  });
});

test("verify says which mistake explains a signature, by its exit code and by its text", async () => {
  const secret = `whsec_${Buffer.alloc(24, 9).toString("base64")}`;
  const body = '{"id":"evt_1","type":"person.updated"}';
  const now = new Date();
  const [bodyFile, headersFile] = [join(home, "body.json"), join(home, "headers.txt")];
  const signature = new Webhook(secret).sign("evt_1", now, body);
  const seconds = Math.floor(now.getTime() / 1_000);
  writeFileSync(headersFile, `Webhook-Id: evt_1\nwebhook-timestamp: ${seconds}\nwebhook-signature: ${signature}\n`);
  const verify = (text: string) => {
    writeFileSync(bodyFile, text);
    const argv = ["verify", "--headers", headersFile, "--body", bodyFile];
    return new CliProgram({ HOME: home, WEBHOOK_SECRET: secret }, argv).ended;
  };
  expect(await verify(body)).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ The webhook verifies") });
  const changed = await verify(JSON.stringify(JSON.parse(body), null, 2));
  expect([changed.code, changed.stdout]).toEqual([1, expect.stringContaining("parsed and written again")]);
  const flags = ["--id", "evt_1", "--timestamp", String(seconds), "--signature", signature, "--body", "-"];
  const fromStdin = new CliProgram({ HOME: home, WEBHOOK_SECRET: secret }, ["verify", ...flags], body);
  expect((await fromStdin.ended).code).toBe(0);
});

test("doctor finds what is fine, and says what to do about the rest", async () => {
  const fine = await run("doctor");
  expect(fine.stdout).toMatch(/✓ API key +environment, of an operator: .*admin/);
  expect(fine.code).toBe(0);
  const dataDir = mkdtempSync(join(home, "data-"));
  writeFileSync(join(dataDir, "operator-key"), "secret", { mode: 0o644 });
  chmodSync(join(dataDir, "operator-key"), 0o644);
  const config = join(home, "feedhook.json");
  writeFileSync(config, JSON.stringify({ partnerUrl: "http://127.0.0.1:9", instances: [] }));
  const wrong = await run("doctor", "--data-dir", dataDir, "--config", config);
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toContain(`chmod 600 ${join(dataDir, "operator-key")}`);
  expect(wrong.stdout).toMatch(/✗ source +nobody answers/);
  const [, sandbox = ""] = await bridge.prints(/^Sandbox +(\S+)$/gm, 1_000);
  const pair = { name: "acme", clientId: "sandbox-acme", clientSecret: "mistyped" };
  writeFileSync(config, JSON.stringify({ partnerUrl: sandbox, instances: [pair] }));
  const mistyped = await run("doctor", "--config", config);
  expect(mistyped.stdout).toMatch(/✗ credential, acme +the source refuses it \(invalid_client/);
  expect(mistyped.stdout).not.toContain("mistyped ");
});

test("the completion offers commands and options, in every shell's script", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    expect((await run("completion", shell)).stdout).toContain("feedhook completion-words");
  }
  expect((await run("completion-words", "--", "subscriptions")).stdout.split("\n")).toContain("rotate");
  expect((await run("completion-words", "--", "listen")).stdout.split("\n")).toContain("--forward-to");
  const { stdout } = await run("completion-words", "--", "listen");
  expect(stdout.split("\n")).not.toContain("listen");
});
