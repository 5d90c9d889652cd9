import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { CliGround, operatorKey } from "./support/cli-ground.ts";
import { CliProgram } from "./support/cli-program.ts";

const ground = new CliGround();

/** The command with these variables in addition to the ground's. */
const withEnvironment =
  (more: Readonly<Record<string, string>>) =>
  (...argv: string[]) =>
    new CliProgram({ ...ground.environment, ...more }, argv).ended;

const lines = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("events are listed, followed and explained", async () => {
  const [newest] = await ground.json("events", "--limit", "1");
  const { stdout } = await ground.run("explain", `${newest.subject.type}/${newest.subject.id}`);
  expect(stdout).toContain(newest.id);
  const follow = ground.start("events", "--follow", "--json");
  await follow.prints(/"type":/, 60_000);
  await follow.signal("SIGINT");
  const ids = lines(follow.stdout).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("an operator sees and controls instances and feeds", async () => {
  expect((await ground.run("status")).stdout).toMatch(/^acme +Active +timelines +Active +20\S+ +\d+ s$/m);
  expect(await ground.json("instances", "pause", "acme")).toMatchObject({ status: "paused" });
  expect(await ground.json("instances", "resume", "acme")).toMatchObject({ name: "acme" });
  expect(await ground.json("instances", "connect", "acme", "--requests-per-second", "90")).toMatchObject({
    requestsPerSecond: 90,
  });
  const [feed] = await ground.json("feeds", "list", "--instance", "acme", "--class", "timelines");
  expect(await ground.json("feeds", "pause", feed.id)).toMatchObject({ status: "paused" });
  expect(await ground.json("feeds", "resume", feed.id)).toMatchObject({ status: "active" });
  expect(await ground.json("feeds", "rewind", feed.id, "--to", "1h")).toMatchObject({ id: feed.id });
  expect((await ground.run("quarantine", "list", "--instance", "acme")).stdout).toBe("The quarantine is empty.\n");
  expect((await ground.run("removals", "list", "--instance", "acme")).stdout).toBe("There are no held removals.\n");
  const watch = ground.start("status", "--watch", "--json");
  await watch.prints(/\n.*\n/);
  expect((await watch.signal("SIGINT")).code).toBe(0);
  const absent = await ground.run("instances", "pause", "nowhere");
  expect([absent.code, absent.stderr]).toEqual([1, expect.stringContaining("instances list")]);
});

test("a partner with its own key lists its keys and sees its events, but not the operator's lists", async () => {
  const partner = await ground.json("partners", "create", "Acme CRM", "--instances", "acme");
  const made = await ground.json("keys", "create", "first", "--scopes", "admin", "--partner", partner.id);
  const asPartner = withEnvironment({ FEEDHOOK_KEY: made.key });
  expect((await asPartner("keys", "whoami")).stdout).toBe(`first (${made.id}) of Acme CRM (${partner.id}): admin\n`);
  expect((await asPartner("keys", "list")).stdout).toContain(made.id);
  const link = await asPartner("links", "create", "--access", "manage", "--expires-in", "60");
  const [, linkId = "", url = ""] = /^(key_\w+)\n.*: (http:\S+#token=fh_\S+)$/m.exec(link.stdout) ?? [];
  expect(url).toContain("/portal#token=");
  expect((await asPartner("links", "list")).stdout).toMatch(
    new RegExp(`^${linkId} +unopened +manage +${made.id}`, "m"),
  );
  const revoked = await ground.json("links", "revoke", linkId, "--partner", partner.id);
  expect(revoked).toEqual({ link: linkId, revoked: true });
  expect((await asPartner("links", "list")).stdout).toBe("There are no portal links or sessions.\n");
  expect((await ground.run("links", "list")).stderr).toContain("--partner prt_…");
  expect((await asPartner("events", "--limit", "1")).stdout).toContain("acme");
  const hook = ["--url", "http://127.0.0.1:9/hook", "--events", "person.*"];
  const subscribed = await ground.json("subscriptions", "create", ...hook, "--disabled", "--as-partner", partner.id);
  expect((await asPartner("subscriptions", "list")).stdout).toMatch(new RegExp(`^${subscribed.id} .* Disabled `, "m"));
  const slack = "https://hooks.slack.com/services/T0/B0/very-secret";
  const set = await asPartner("alerts", "set", "--slack", slack, "--kinds", "endpoint_paused", "endpoint_disabled");
  expect(set.stdout).toBe(
    [
      "Email:     not available on this bridge",
      "Chat:      hooks.slack.com",
      "Teams:     none",
      "PagerDuty: none",
      "Failing:   after 10 minutes",
      "Kinds:     endpoint_paused endpoint_disabled",
      "",
    ].join("\n"),
  );
  expect((await asPartner("alerts", "set", "--no-slack")).stdout).toContain("Chat:      none");
  const pagerDuty = ["--pagerduty", "R0UTINGKEY0123456789ABCDEF012345", "--failing-after", "0"];
  expect((await asPartner("alerts", "set", ...pagerDuty)).stdout).toContain(
    "PagerDuty: events.pagerduty.com\nFailing:   immediately\n",
  );
  const inEurope = ["--pagerduty-url", "https://events.eu.pagerduty.com/v2/enqueue"];
  expect((await asPartner("alerts", "set", ...inEurope)).stderr).toContain("needs --pagerduty");
  expect((await asPartner("alerts", "set", "--no-pagerduty")).stdout).toContain("PagerDuty: none");
  expect(await ground.json("alerts", "show", "--partner", partner.id)).toMatchObject({ emailAvailable: false });
  expect((await asPartner("alerts", "set", "--email", "a@acme.example")).stderr).toContain(
    "this bridge can't send email",
  );
  expect((await asPartner("alerts", "confirm", "12345678")).stderr).toContain(
    "No email address is waiting for confirmation",
  );
  expect((await asPartner("alerts", "test")).stderr).toContain("No channel is set up.");
  expect((await ground.run("alerts", "show")).stderr).toContain("--partner prt_…");
  const refused = await asPartner("status");
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toContain("need an operator's key");
  expect((await ground.run("partners", "list")).stdout).toContain("Acme CRM");
  expect(await ground.json("partners", "suspend", partner.id)).toMatchObject({ status: "suspended" });
  expect(await ground.json("partners", "resume", partner.id)).toMatchObject({ status: "active" });
  await ground.json("keys", "revoke", made.id, "--partner", partner.id);
  expect((await asPartner("events")).code).toBe(4);
  expect((await ground.run("partners", "delete", partner.id)).code).toBe(1);
  expect((await ground.run("partners", "delete", partner.id, "--confirm", partner.id)).code).toBe(0);
});

describe("profiles", () => {
  const withoutKey = (argv: readonly string[], input = "") => new CliProgram({ HOME: ground.home }, argv, input).ended;
  const path = join(ground.home, ".config/feedhook/profiles.json");

  test("a profile keeps its address and key private to its owner, and is refused if others can read it", async () => {
    const added = ["profiles", "add", "local", "--url", `${ground.url}/v1/`];
    expect((await withoutKey(added, `${operatorKey}\n`)).code).toBe(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
      current: "local",
      profiles: { local: { url: ground.url, key: operatorKey } },
    });
    expect((await withoutKey(["keys", "whoami"])).code).toBe(0);
    const list = await withoutKey(["profiles", "list"]);
    expect(list.stdout).toContain("local");
    expect(list.stdout).not.toContain(operatorKey);
    const other = await withoutKey(["status", "--profile", "other"]);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("Existing profiles: local.")]);
    chmodSync(path, 0o640);
    const refused = await withoutKey(["status"]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`chmod 600 ${path}`)]);
    chmodSync(path, 0o600);
    expect((await withoutKey(["profiles", "remove", "local"])).code).toBe(0);
    const missing = await withoutKey(["status"]);
    expect([missing.code, missing.stderr]).toEqual([4, expect.stringContaining("FEEDHOOK_KEY")]);
  });
});

describe("errors", () => {
  test.each([
    [["lisen"], 2, "(Did you mean listen?)"],
    [["instances", "pase", "acme"], 2, "(Did you mean pause?)"],
    [["status", "--wacth"], 2, "(Did you mean --watch?)"],
    [["listen"], 2, "--forward-to"],
    [["deliveries", "--limit", "many"], 2, "Use a whole number from 1 to 10000."],
  ] as const)("%j exits with %i and says %s", async (argv, code, said) => {
    const ended = await ground.run(...argv);
    expect([ended.code, ended.stdout]).toEqual([code, ""]);
    expect(ended.stderr).toContain(said);
  });

  test("a missing bridge and an unknown key have their own exit codes", async () => {
    const away = await withEnvironment({ FEEDHOOK_URL: "http://127.0.0.1:9" })("status");
    expect([away.code, away.stderr]).toEqual([3, expect.stringContaining("Check that the bridge is running there")]);
    const refused = await withEnvironment({ FEEDHOOK_KEY: "a-wrong-key" })("status", "--json");
    expect(refused.code).toBe(4);
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: "unauthorized" } });
    expect(refused.stderr).not.toContain("a-wrong-key");
  });
});

test("verify names the mistake behind a bad signature, by exit code and text", async () => {
  const secret = `whsec_${Buffer.alloc(24, 9).toString("base64")}`;
  const body = '{"id":"evt_1","type":"person.updated"}';
  const now = new Date();
  const [bodyFile, headersFile] = [join(ground.home, "body.json"), join(ground.home, "headers.txt")];
  const signature = new Webhook(secret).sign("evt_1", now, body);
  const seconds = Math.floor(now.getTime() / 1_000);
  writeFileSync(headersFile, `Webhook-Id: evt_1\nwebhook-timestamp: ${seconds}\nwebhook-signature: ${signature}\n`);
  const verify = (text: string) => {
    writeFileSync(bodyFile, text);
    const argv = ["verify", "--headers", headersFile, "--body", bodyFile];
    return new CliProgram({ HOME: ground.home, WEBHOOK_SECRET: secret }, argv).ended;
  };
  expect(await verify(body)).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ The webhook is genuine") });
  const changed = await verify(JSON.stringify(JSON.parse(body), null, 2));
  expect([changed.code, changed.stdout]).toEqual([1, expect.stringContaining("parsed and serialized again")]);
  const flags = ["--id", "evt_1", "--timestamp", String(seconds), "--signature", signature, "--body", "-"];
  const fromStdin = new CliProgram({ HOME: ground.home, WEBHOOK_SECRET: secret }, ["verify", ...flags], body);
  expect((await fromStdin.ended).code).toBe(0);
});

test("doctor reports what works, and what to do about the rest", async () => {
  const fine = await ground.run("doctor");
  expect(fine.stdout).toMatch(/✓ API key +environment, of an operator: .*admin/);
  expect(fine.stdout).toMatch(/✓ version, bridge +the bridge is \d+\.\d+\.\d+$/m);
  expect(fine.code).toBe(0);
  const dataDir = mkdtempSync(join(ground.home, "data-"));
  writeFileSync(join(dataDir, "operator-key"), "secret", { mode: 0o644 });
  chmodSync(join(dataDir, "operator-key"), 0o644);
  const config = join(ground.home, "feedhook.json");
  writeFileSync(config, JSON.stringify({ partnerUrl: "http://127.0.0.1:9", instances: [] }));
  const wrong = await ground.run("doctor", "--data-dir", dataDir, "--config", config);
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toContain(`chmod 600 ${join(dataDir, "operator-key")}`);
  expect(wrong.stdout).toMatch(/✗ source +no response/);
  const [, sandbox = ""] = await ground.bridge.prints(/^Sandbox +(\S+)$/gm, 1_000);
  const pair = { name: "acme", clientId: "sandbox-acme", clientSecret: "a-wrong-secret" };
  writeFileSync(config, JSON.stringify({ partnerUrl: sandbox, instances: [pair] }));
  const mistyped = await ground.run("doctor", "--config", config);
  expect(mistyped.stdout).toMatch(/✗ credential, acme +The source rejects the credentials \(invalid_client/);
  expect(mistyped.stdout).not.toContain("a-wrong-secret");
  const withSecret = withEnvironment({ FEEDHOOK_CLIENT_SECRET: "a-wrong-secret" });
  const byBridge = await withSecret("instances", "test", "acme", "--client-id", "sandbox-acme");
  expect([byBridge.code, byBridge.stderr]).toEqual([mistyped.code, mistyped.stderr]);
  expect(mistyped.stderr).toBe("1 problem must be fixed.\n");

  const source = await startSandbox({ seed: 7 });
  const instances = source.instances.map(({ name, clientId, clientSecret }) => ({ name, clientId, clientSecret }));
  writeFileSync(config, JSON.stringify({ partnerUrl: source.url, instances }));
  const working = await ground.run("doctor", "--config", config);
  await source.close();
  // The sandbox's pair may write, and Feedhook never does.
  expect(working.stdout).toMatch(/! credential, acme +The credentials can read .*, but they can also write\./);
  expect([working.code, working.stderr]).toEqual([0, "Everything works, with 1 warning.\n"]);
});

test("each shell's completion script offers commands and options", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    expect((await ground.run("completion", shell)).stdout).toContain("feedhook completion-words");
  }
  expect((await ground.run("completion-words", "--", "subscriptions")).stdout.split("\n")).toContain("rotate");
  expect((await ground.run("completion-words", "--", "listen")).stdout.split("\n")).toContain("--forward-to");
  const { items } = (await ground.api("GET", "/v1/subscriptions")) as { items: { id: string }[] };
  const ids = (await ground.run("completion-words", "--", "subscriptions", "ping")).stdout.split("\n");
  expect(ids).toEqual(expect.arrayContaining(items.map(({ id }) => id)));
  const { stdout } = await ground.run("completion-words", "--", "listen");
  expect(stdout.split("\n")).not.toContain("listen");
});
