import { describe, expect, test, vi } from "vitest";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import {
  answerCredentialTest,
  type CredentialReport,
  CredentialTests,
  credentialTestMessage,
} from "../../../shared/polling/credential-test/credential-tests.ts";
import { testCredential } from "../../../shared/polling/credential-test/test-credential.ts";
import type { SourceHttpAnswer, SourceHttpRequest } from "../../../shared/source/source-http.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { faked } from "../../support/faked.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { answer, page, problem, ScriptedSourceHttp, tokenBody } from "../../support/scripted-source-http.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { testContext } from "../../support/test-context.ts";
import { promptTurns } from "../../support/turns.ts";

const pair = { clientId: "id", clientSecret: "s3cret" };
const grantedScope = ({ body = "" }: SourceHttpRequest) => new URLSearchParams(body).get("scope") ?? "";
const only =
  (...scopes: string[]) =>
  (request: SourceHttpRequest) =>
    scopes.includes(grantedScope(request))
      ? answer(200, tokenBody("t", 3_600, grantedScope(request)))
      : answer(400, { error: "invalid_scope" });

function trying(
  script: (path: string, query: URLSearchParams) => SourceHttpAnswer,
  tokens: (request: SourceHttpRequest) => SourceHttpAnswer = only("read"),
  { msEach = 0 } = {},
) {
  const clock = new FakeClock(Date.UTC(2026, 10, 22));
  const http = new ScriptedSourceHttp(async ({ path }) => {
    if (msEach > 0) await clock.sleep(msEach);
    const [list = "", query = ""] = path.replace("/acme/api/v1/en", "").split("?");
    return script(list, new URLSearchParams(query));
  }, tokens);
  const parts = { ...testContext({ clock }), http, turns: promptTurns() };
  return { http, clock, run: (until = clock.now() + 20_000) => testCredential(parts, "acme", pair, until) };
}

const outcomes = ({ lists }: CredentialReport) => Object.fromEntries(lists.map(({ path, outcome }) => [path, outcome]));

describe("a credential test", () => {
  test("reports scope, lists, the largest pages and the source's clock", async () => {
    const date = new Date(Date.UTC(2026, 10, 22, 0, 2)).toUTCString();
    const { run, http } = trying((path, query) => {
      if (path === "/activity/timeline" && Number(query.get("limit")) > 200) return problem(400);
      const body = { items: [{ id: "k2Jm" }], links: {} };
      return answer(200, body, { date });
    });
    const report = await run();
    expect(report).toMatchObject({ outcome: "works", scope: "read", mayWrite: false });
    expect(Math.round((report.clockOffset ?? 0) / 10_000)).toBe(12);
    const sizes = Object.fromEntries(report.lists.map(({ path, pageLimit }) => [path, pageLimit]));
    expect(sizes).toMatchObject({ "/person/timeline": 100, "/project/timeline": 1_000, "/activity/timeline": 200 });
    expect(sizes["/person/cursor"]).toBeUndefined();
    expect(outcomes(report)).toMatchObject({ "/company-template": "answers", "/document/changes": "answers" });
    const asked = http.reads.map(({ path }) => path.split("/en")[1]?.split("?") ?? []);
    expect(Object.fromEntries(asked.map(([path = "", query = ""]) => [path, decodeURIComponent(query)]))).toMatchObject(
      {
        "/project/timeline": "since=2026-11-21T23:00:00.000Z&limit=1000",
        "/person/cursor": "view=full&limit=1",
        "/company-template": "offset=0&limit=1",
        "/document/changes": "entityType=Company&entityId=k2Jm&limit=1",
      },
    );
    expect(report.requests).toBe(http.requests.length);
  });

  test("reports the lists that lack a permission, and whether a pair could write", async () => {
    const { run } = trying(
      (path) => (path.startsWith("/project") ? problem(403) : path === "/company-template" ? problem(404) : page()),
      only("act-as-user:read", "act-as-user:write"),
    );
    const report = await run();
    expect(report).toMatchObject({ outcome: "partly", scope: "act-as-user:read", mayWrite: true });
    expect(outcomes(report)).toMatchObject({
      "/project/timeline": "forbidden",
      "/company-template": "missing",
      "/activity/timeline": "answers",
      "/document/changes": "untested",
    });
    const unsaid = trying(page, (request) =>
      grantedScope(request) === "write" ? problem(503) : only("read")(request),
    );
    expect(await unsaid.run()).not.toHaveProperty("mayWrite");
  });

  test("works where no owner's change feed can be tested, because there is no owner", async () => {
    const report = await trying(() => page()).run();
    expect(report).toMatchObject({ outcome: "works" });
    expect(outcomes(report)).toMatchObject({ "/document/changes": "untested" });
    expect(report).not.toHaveProperty("clockOffset");
    const { run } = trying((path) => (path === "/document/changes" ? problem(403) : page({ id: "k2Jm" })));
    expect(await run()).toMatchObject({ outcome: "partly" });
  });

  test("treats a 403 without a problem document as the missing permission that it is", async () => {
    const { run } = trying((path) => (path.startsWith("/project/timeline") ? answer(403, "no") : page()), only("read"));
    expect(outcomes(await run())["/project/timeline"]).toBe("forbidden");
  });

  const reasons: readonly (readonly [reason: string, SourceHttpAnswer])[] = [
    ["invalid_client", answer(401, { error: "invalid_client" })],
    ["no_read_scope", answer(400, { error: "invalid_scope" })],
    ["unknown_instance", answer(404, "nothing")],
  ];
  test.each(reasons)("says why a pair is refused: %s", async (reason, token) => {
    expect(await trying(page, () => token).run()).toMatchObject({ outcome: "refused", reason, lists: [] });
  });

  const faults: readonly (readonly [fault: string, SourceHttpAnswer])[] = [
    [
      "nothing is listening at the source's address (ECONNREFUSED)",
      { outcome: "failed", reason: "transport", detail: "ECONNREFUSED" },
    ],
    ["HTTP 502", answer(502, "")],
    ["HTTP 400", answer(400, { error: "server_error" })],
  ];
  test.each(faults)("says why the source can't be read: %s", async (fault, token) => {
    expect(await trying(page, () => token).run()).toMatchObject({ outcome: "unreachable", fault });
  });

  test("ends in time, and says what it didn't reach", async () => {
    const { run, clock } = trying(() => page(), only("read"), { msEach: 400 });
    const report = await run(clock.now() + 1_500);
    expect(report.outcome).toBe("partly");
    expect(report.lists).toHaveLength(11);
    expect(outcomes(report)).toMatchObject({ "/person/timeline": "answers", "/project-template": "untested" });
    const fault = "no time was left for the request";
    expect(await trying(() => page()).run(0)).toMatchObject({ outcome: "unreachable", fault, requests: 0 });
  });

  test("names what no list returned", async () => {
    const answers: { readonly [path: string]: SourceHttpAnswer } = {
      ...{ "/person/timeline": problem(422), "/person/cursor": answer(500, ""), "/company/timeline": problem(400) },
      "/company/cursor": problem(401),
    };
    const report = await trying((path) => answers[path] ?? page()).run();
    expect(report.lists.filter(({ path }) => path in answers)).toEqual([
      { path: "/person/timeline", outcome: "refused" },
      { path: "/company/timeline", outcome: "refused" },
      { path: "/person/cursor", outcome: "unavailable" },
      { path: "/company/cursor", outcome: "forbidden" },
    ]);
  });
});

describe("requesting a credential test from a worker", () => {
  const report: CredentialReport = { outcome: "works", scope: "read", mayWrite: false, lists: [], requests: 15 };

  function asking() {
    const clock = new FakeClock(Date.UTC(2026, 10, 22));
    const randomness = new SeededRandomness();
    const table = new MemoryTable("feeds");
    const keys = { table: new MemoryTable("subscriptions"), keys: new FakeKeyWrapper(), cacheMs: 60_000 };
    const secrets = new SecretBox({ ...keys, clock, randomness });
    const poll = new MemoryQueue();
    const tried: unknown[] = [];
    const worker = {
      ...testContext({ clock }),
      ...{ table, secrets },
      test: async (...asked: unknown[]) => {
        tried.push(asked);
        return report;
      },
    };
    const sent = () => poll.sent.map(({ body }) => credentialTestMessage.parse(JSON.parse(body)));
    /** A worker that is free once a caller has waited for a moment. */
    const sleeper = {
      async sleep(ms: number) {
        await clock.sleep(ms);
        for (const message of sent()) await answerCredentialTest(worker, message);
      },
    };
    const parts = { ...testContext({ clock, randomness }), table, secrets, poll };
    const tests = (free = true) => new CredentialTests({ ...parts, sleeper: free ? sleeper : clock });
    const released = Promise.withResolvers<undefined>();
    const isReleased = {
      async sleep(ms: number) {
        await released.promise;
        clock.advance(100 * ms);
      },
    };
    /** Requests, and waits until the test lets it give up. */
    const waiting = async (...instances: readonly string[]) => {
      const releasedTests = new CredentialTests({ ...parts, sleeper: isReleased });
      const asked = instances.map((instance) => releasedTests.ask(instance, pair));
      await vi.waitFor(() => {
        expect(poll.sent).toHaveLength(instances.length);
      });
      return async () => {
        released.resolve(undefined);
        await Promise.all(asked);
      };
    };
    return { tests, tried, table, sent, worker, clock, poll, waiting, dataKeys: keys.table };
  }

  test("returns its report, and leaves nothing behind", async () => {
    const { tests, tried, table, sent, clock, poll } = asking();
    expect(await tests().ask("acme", pair)).toEqual(report);
    expect(tried).toEqual([["acme", pair, clock.now() - 200 + 20_000]]);
    expect(JSON.stringify(poll.sent)).not.toContain("s3cret");
    const [message] = sent();
    expect((await table.query({ pk: `${message!.instance}#credential-test` })).items).toEqual([]);
  });

  test("keeps the pair sealed while it waits, and gives up after 22 seconds", async () => {
    const { tests, table, sent, worker, tried, clock } = asking();
    const before = clock.now();
    const pending = tests(false).ask("acme", pair);
    await Promise.resolve();
    expect(await pending).toBeUndefined();
    expect(clock.now() - before).toBe(22_000);
    // A late worker finds no waiting caller.
    for (const message of sent()) await answerCredentialTest(worker, message);
    expect(tried).toEqual([]);
    expect((await table.query({ pk: "acme#credential-test" })).items).toEqual([]);
  });

  test("tests nothing twice when its message is received again, and nothing once no caller waits", async () => {
    const { tests, table, sent, worker, tried, clock } = asking();
    const wait = { sleep: async () => clock.sleep(30_000) };
    const asked = new CredentialTests({
      ...testContext({ clock, sleeper: wait }),
      ...{ table, secrets: faked(SecretBox, { seal: async () => "sealed" }), poll: new MemoryQueue() },
    });
    expect(await asked.ask("acme", pair)).toBeUndefined();
    expect(await tests().ask("acme", pair)).toEqual(report);
    await answerCredentialTest(worker, sent()[0]!);
    expect(tried).toHaveLength(1);
    const until = clock.now() - 1;
    await table.put([{ item: { pk: "acme#credential-test", sk: "late", sealed: "v1", until } }]);
    await answerCredentialTest(worker, { instance: "acme", credentialTest: "late" });
    const done = { until: clock.now() + 1_000, report: { outcome: "works", lists: [], requests: 1 } };
    const item = { pk: "acme#credential-test", sk: "done", ...done };
    await table.put([{ item }]);
    await answerCredentialTest(worker, { instance: "acme", credentialTest: "done" });
    expect(tried).toHaveLength(1);
  });

  test("tests only the named instance and pair", async () => {
    const { waiting, table, sent, worker, tried, poll, dataKeys, clock } = asking();
    const end = await waiting("acme", "other");
    expect(dataKeys.items, "each instance's pair is sealed with a data key of its own").toHaveLength(2);
    expect(poll.sent.map(({ group }) => group).sort()).toEqual(["credential-test#acme", "credential-test#other"]);
    const [one, other] = sent();
    await answerCredentialTest(worker, { ...one!, instance: other!.instance });
    expect(tried).toEqual([]);
    const seconds = Math.ceil(clock.now() / 1_000);
    expect(table.items.map(({ expiresAt }) => expiresAt)).toEqual([seconds + 600, seconds + 600]);
    await answerCredentialTest(worker, one!);
    expect(tried).toHaveLength(1);
    // A pair that has been tested isn't kept.
    expect(table.items.map((item) => "sealed" in item).sort()).toEqual([false, true]);
    await end();
    expect(table.items).toEqual([]);
  });

  test("doesn't open a pair that was sealed for another test", async () => {
    const { waiting, table, sent, worker } = asking();
    const end = await waiting("acme", "acme");
    const [one, other] = table.items;
    await table.put([{ item: { ...one!, sk: other!.sk } }]);
    const message = sent().find(({ credentialTest }) => credentialTest === other!.sk);
    await expect(answerCredentialTest(worker, message!)).rejects.toThrow();
    await end();
  });

  test("leaves no report for a caller that has given up", async () => {
    const { waiting, table, sent, worker } = asking();
    const end = await waiting("acme");
    const test = async () => {
      for (const { pk, sk } of table.items) await table.remove({ pk, sk });
      return report;
    };
    await answerCredentialTest({ ...worker, test }, sent()[0]!);
    expect(table.items).toEqual([]);
    await end();
  });
});
