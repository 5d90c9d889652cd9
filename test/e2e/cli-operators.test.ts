import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "../../infra/node/backup.ts";
import { openStoreEngine } from "../../infra/node/sqlite-engine.ts";
import { recordKey } from "../../shared/mirror/mirror-key.ts";
import { createQuarantine } from "../../shared/polling/quarantine/quarantine.ts";
import { RemovalLedger } from "../../shared/polling/removals/removal-ledger.ts";
import { FeedStore } from "../../shared/schedule/feeds/feed-store.ts";
import { fixedFeeds, ownerFeed } from "../../shared/schedule/feeds/feeds-of-instance.ts";
import { folderOfFile } from "../support/temporary-folder.ts";
import { testContext } from "../support/test-context.ts";
import { CliProgram } from "./support/cli-program.ts";
import { StartProgram } from "./support/start-program.ts";

const root = folderOfFile();
const at = (name: string) => join(root, name);
const operatorKey = "5e6aeaeaa20a67e35293a0e59d550e6ed2d6032b5d5e08e63c06ecd9945e16b9";
const walk = fixedFeeds("acme").find(({ kind }) => kind === "person-walk")!.feedId;

const environment: Record<string, string> = { HOME: root, FEEDHOOK_KEY: operatorKey };
const run = (...argv: string[]) => new CliProgram(environment, argv).ended;
const text = async (...argv: string[]) => {
  const { code, stdout, stderr } = await run(...argv);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
};
const json = async (...argv: string[]) => JSON.parse(await text(...argv, "--json"));

/** From a source that doesn't respond, so that nothing changes what the test has put there. */
const argv = ["--data-dir", at("data"), "--operator-key", operatorKey, "--partner-url", "http://127.0.0.1:9"];
let bridge: StartProgram;
beforeAll(async () => {
  bridge = StartProgram.node("--port", "0", ...argv);
  const [, url = ""] = await bridge.prints(/^API +(http:\S+)\/v1$/gm, 60_000);
  environment["FEEDHOOK_URL"] = url;
  const secret = { ...environment, FEEDHOOK_CLIENT_SECRET: "secret" };
  const connected = await new CliProgram(secret, ["instances", "connect", "acme", "--client-id", "id"]).ended;
  expect([connected.code, connected.stdout]).toEqual([0, "acme: Connecting. Watch it: feedhook status --watch\n"]);
});
afterAll(() => bridge.interrupt());

test("status shows the progress of a first contact", async () => {
  const none = /^acme: first contact has read 0 of \d+ lists \(0 pages\), documents of 0 of 0 owners \(0 pages\)$/m;
  expect(await text("status")).toMatch(none);
});

test("a test of credentials says that the source didn't respond", async () => {
  const secret = { ...environment, FEEDHOOK_CLIENT_SECRET: "secret" };
  const tested = await new CliProgram(secret, ["instances", "test", "acme", "--client-id", "id"]).ended;
  expect([tested.code, tested.stderr + tested.stdout]).toEqual([
    1,
    "1 problem must be fixed.\n✗ The source didn't return a usable response: nothing is listening at the source's address (ECONNREFUSED). The credentials are still untested.\n",
  ]);
});

test("a quarantined row is listed, shown, retried and discarded", async () => {
  const engine = openStoreEngine(at("data"));
  const quarantine = createQuarantine({
    ...testContext(),
    table: engine.table("feeds"),
    clock: engine.clock,
  });
  await quarantine.keep("acme", walk, [{ id: "1", name: "Kari" }], "unreadable");
  engine.close();
  const [{ feed, row }] = await json("quarantine", "list", "--instance", "acme");
  expect(feed).toBe(walk);
  expect(await text("quarantine", "list", "--instance", "acme")).toMatch(/^QUARANTINED AT .*\n.* unreadable /);
  expect(await json("quarantine", "show", feed, row)).toMatchObject({ body: { name: "Kari" }, waiting: false });
  expect(await text("quarantine", "retry", feed, row)).toBe("The feed's next visit retries the row.\n");
  expect(await json("quarantine", "show", feed, row)).toMatchObject({ waiting: true });
  const unconfirmed = await run("quarantine", "delete", feed, row);
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([2, expect.stringContaining("Add --yes to confirm it.")]);
  expect(await text("quarantine", "delete", feed, row, "--yes")).toBe("Discarded.\n");
  const gone = await run("quarantine", "retry", feed, row);
  expect([gone.code, gone.stdout]).toEqual([1, ""]);
});

test.each([
  ["approve", "person", "approved", ["--yes"]],
  ["dismiss", "company", "dismissed", []],
] as const)("held removals are listed, and decided by %s", async (action, source, word, confirmed) => {
  const engine = openStoreEngine(at("data"));
  const ledger = new RemovalLedger(engine.table("feeds"));
  await ledger.open("acme", source, { since: engine.clock.now(), missing: 30, known: 100 });
  await ledger.note("acme", source, ["k2Jm"], engine.clock.now());
  engine.close();
  expect(await text("removals", "list", "--instance", "acme")).toMatch(new RegExp(`^${source} .* k2Jm *$`, "m"));
  expect(await text("removals", action, "acme", source, ...confirmed)).toBe(`The removals of ${source} are ${word}.\n`);
  const unknown = await run("removals", action, "acme", "nothing", ...confirmed);
  expect([unknown.code, unknown.stdout]).toEqual([1, ""]);
});

test("an instance is rewound to a time, or rebaselined", async () => {
  expect(await text("instances", "rewind", "acme", "--to", "2026-11-20T00:00:00Z")).toBe(
    "Reading acme again from 2026-11-20T00:00:00.000Z.\n",
  );
  expect(await text("instances", "rewind", "acme")).toBe("Reading acme again from the start.\n");
  expect(await text("instances", "rebaseline", "acme")).toBe("acme: Connecting.\n");
  expect(await text("instances", "list")).toMatch(/^acme +Connecting/m);
  const [feed] = await json("feeds", "list", "--instance", "acme", "--class", "timelines");
  expect(await text("feeds", "rebaseline", feed.id)).toContain(`${feed.id}: `);
  expect(await json("feeds", "show", feed.id)).toMatchObject({ id: feed.id });
});

test("the owners that have waited longest are listed", async () => {
  expect(await text("feeds", "slowest", "--instance", "acme")).toBe("There are no owners yet.\n");
  const engine = openStoreEngine(at("data"));
  const owner = ownerFeed("acme", { type: "Company", id: "k2Jm" });
  await new FeedStore(engine.table("feeds")).putIfAbsent([owner]);
  await engine.table("mirror").put([{ item: recordKey("acme", "company", "k2Jm") }]);
  engine.close();
  expect(await text("feeds", "slowest", "--instance", "acme")).toMatch(
    /^acme#owner#Company#k2Jm +(Active|Backing off)/m,
  );
  expect(await json("feeds", "slowest", "--instance", "acme")).toMatchObject([{ id: owner.feedId, drained: false }]);
});

test("a partner is renamed and gets other instances", async () => {
  const { id } = await json("partners", "create", "Acme CRM");
  expect(await text("partners", "update", id, "--name", "Acme Sales", "--instances", "acme")).toBe(
    `${id} Acme Sales: acme\n`,
  );
});

test("a bridge is backed up while it runs, restored, redriven, exported and imported", async () => {
  environment["FEEDHOOK_BACKUP_PASSPHRASE"] = "a passphrase of the test";
  expect(await text("backup", "--data-dir", at("data"), "--to", at("one.backup"))).toContain("Backed up to");
  expect(await text("redrive", "--data-dir", at("data"))).toMatch(
    /^Retrying\. Dead letters: \d+\. Changes that were set aside: 0\.$/m,
  );
  expect(await text("restore", "--from", at("one.backup"), "--data-dir", at("restored"))).toContain("Restored to");
  const running = await run("export", "--data-dir", at("data"), "--to", at("data.export"));
  expect([running.code, running.stderr]).toEqual([1, expect.stringContaining("stop it first")]);
  expect(await text("export", "--data-dir", at("restored"), "--to", at("one.export"))).toContain("won't start again");
  expect(await text("import", "--from", at("one.export"), "--data-dir", at("moved"))).toContain("Imported to");
  expect(existsSync(at("moved/feedhook.db"))).toBe(true);

  const again = StartProgram.node("--data-dir", at("restored"), "--port", "0", "--partner-url", "http://127.0.0.1:9");
  await again.prints(/feedhook: the bridge in .*restored was exported into .*one\.export/g, 60_000);
  for (const argv of [["redrive"], ["import", "--from", at("one.export")]]) {
    const wrong = await run(...argv);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--data-dir for one machine, or --stage")]);
  }
  // An archive of an earlier version, which accepted any passphrase.
  await backUp(at("data"), at("weak.backup"), "x");
  for (const weak of ["x", "elevenchars", "aaaaaaaaaaaaaaaa"]) {
    environment["FEEDHOOK_BACKUP_PASSPHRASE"] = weak;
    for (const command of ["backup", "export"]) {
      const refused = await run(command, "--data-dir", at("data"), "--to", at("refused"));
      expect([refused.code, existsSync(at("refused"))]).toEqual([1, false]);
      expect(refused.stderr).toMatch(
        /FEEDHOOK_BACKUP_PASSPHRASE.*too weak.*at least 12 characters, 5 of them different/,
      );
      if (weak !== "x") expect(refused.stderr).not.toContain(weak);
    }
  }
  environment["FEEDHOOK_BACKUP_PASSPHRASE"] = "x";
  expect((await run("restore", "--from", at("weak.backup"), "--data-dir", at("from-weak"))).code).toBe(0);
  delete environment["FEEDHOOK_BACKUP_PASSPHRASE"];
  const bare = await run("backup", "--data-dir", at("data"), "--to", at("two.backup"));
  expect([bare.code, bare.stderr]).toEqual([1, expect.stringContaining("FEEDHOOK_BACKUP_PASSPHRASE")]);
});
