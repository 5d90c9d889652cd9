import { expect, test } from "vitest";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { Allowance } from "../../../shared/source/allowance.ts";
import type { StoredCredentials } from "../../../shared/source/credential-store.ts";
import { SharedTokens } from "../../../shared/source/shared-tokens.ts";
import type { SourceHttpAnswer, SourceHttpRequest } from "../../../shared/source/source-http.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { faked } from "../../support/faked.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { answer, page, problem, ScriptedSourceHttp, tokenBody } from "../../support/scripted-source-http.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { basicOf, current, next, persons, sourceOf } from "./opened-source.ts";

type Script = (
  request: SourceHttpRequest,
  call: number,
) => SourceHttpAnswer | undefined | Promise<SourceHttpAnswer | undefined>;

const never = new Promise<undefined>(() => undefined);

/** A source that lets a client have one live token, and workers that share nothing but a table. */
function oneLiveToken({ read, tokens }: { read?: Script; tokens?: Script } = {}) {
  const clock = new FakeClock();
  const table = new MemoryTable("subscriptions");
  const live = new Map<string, string>();
  let issued = 0;
  const issue = (client: string): SourceHttpAnswer => {
    issued += 1;
    live.set(client, `t${issued}`);
    return answer(200, tokenBody(`t${issued}`));
  };
  const http = new ScriptedSourceHttp(
    async (request, call) => {
      const bearer = request.headers["authorization"] ?? "";
      const isLive = () => [...live.values()].some((token) => bearer === `Bearer ${token}`);
      const said = await read?.(request, call);
      return isLive() ? (said ?? page()) : problem(401);
    },
    async (request, call) => (await tokens?.(request, call)) ?? issue(request.headers["authorization"] ?? ""),
  );
  const shared = () => {
    const parts = { keys: new FakeKeyWrapper(), clock, randomness: new SeededRandomness(), cacheMs: 60_000 };
    return new SharedTokens(table, new SecretBox({ table, ...parts }), clock);
  };
  const worker = (stored: readonly StoredCredentials[] = [current]) =>
    sourceOf(http, { stored, clock, sharedTokens: shared() });
  return { clock, table, http, shared, worker, issue };
}

const outcomes = async (answers: readonly Promise<{ readonly outcome: string }>[]) =>
  [...new Set((await Promise.all(answers)).map(({ outcome }) => outcome))].join();

test("workers of an instance use one token if each new one revokes the last", async () => {
  const { http, worker, clock } = oneLiveToken();
  const workers = [worker(), worker(), worker()];
  for (let round = 0; round < 5; round += 1) {
    expect(await outcomes(workers.flatMap(({ read }) => [read(), read()]))).toBe("ok");
  }
  expect(http.tokenRequests).toHaveLength(1);
  clock.advance(3_600_000);
  expect(await outcomes(workers.map(({ read }) => read()))).toBe("ok");
  expect(http.tokenRequests).toHaveLength(2);
});

test("one worker requests a token again that another client revoked, and the others use it", async () => {
  const { http, worker, issue } = oneLiveToken();
  const workers = [worker(), worker(), worker()];
  await outcomes(workers.map(({ read }) => read()));
  issue(basicOf("id:secret"));
  expect(await outcomes(workers.map(({ read }) => read()))).toBe("ok");
  expect(http.tokenRequests).toHaveLength(2);
});

test("a 401 on a token that another worker has replaced meanwhile proves nothing", async () => {
  const { worker, issue } = oneLiveToken({
    read: async (_, call) => {
      if (call === 1) issue(basicOf("id:secret"));
      // Its token is requested after its refusal, and yet another worker replaces it before the request arrives.
      if (call === 2) {
        issue(basicOf("id:secret"));
        expect((await other.read()).outcome).toBe("ok");
      }
      return page();
    },
  });
  const other = worker();
  expect((await worker().read()).outcome).toBe("ok");
});

test("a token that every worker is refused counts as refused, whichever worker requested it", async () => {
  const { http, worker } = oneLiveToken({ read: () => problem(401) });
  const workers = [worker(), worker()];
  expect(await outcomes(workers.map(({ read }) => read()))).toBe("unauthorized");
  expect(http.tokenRequests).toHaveLength(2);
});

test("a worker that died while it requested a token delays the others for half a minute at most", async () => {
  const { clock, http, worker } = oneLiveToken({
    tokens: (_, call) => (call === 1 ? never : undefined),
  });
  void worker().read();
  await new Promise((resolve) => setImmediate(resolve));
  const began = clock.now();
  expect((await worker().read()).outcome).toBe("ok");
  expect(clock.now() - began).toBeGreaterThan(25_000);
  expect(clock.now() - began).toBeLessThan(32_000);
  expect(http.tokenRequests).toHaveLength(2);
});

test("a failing token endpoint makes no worker wait for another one's failure", async () => {
  const { clock, worker } = oneLiveToken({ tokens: () => answer(401, { error: "invalid_client" }) });
  const began = clock.now();
  for (let one = 0; one < 3; one += 1) expect(await worker().read()).toEqual({ outcome: "revoked" });
  expect(clock.now()).toBe(began);
});

test("a worker waits half a minute for another one's token, and then calls the source unavailable", async () => {
  const { clock, table, worker } = oneLiveToken({ tokens: () => never });
  // Workers die one after the other, each as soon as it has started its request.
  const dying = () =>
    table.put([{ item: { pk: "instance#acme", sk: "token", generation: 0, claimedUntil: clock.now() + 20_000 } }]);
  await dying();
  const { read, factory } = worker();
  const sleep = clock.sleep.bind(clock);
  clock.sleep = async (ms) => {
    await sleep(ms);
    await dying();
  };
  expect(await read()).toMatchObject({ outcome: "unavailable", status: undefined });
  const allowance = new Allowance(5, clock.now() + 3_000);
  expect(await factory.open("acme", allowance).page(persons)).toEqual({ outcome: "exhausted" });
  expect(allowance.spent).toBe(0);
});

test("a claim of a clock that was ahead delays no worker once the clock is set back", async () => {
  const { clock, table, worker } = oneLiveToken();
  const claimedUntil = clock.now() + 24 * 3_600_000;
  await table.put([{ item: { pk: "instance#acme", sk: "token", generation: 3, claimedUntil } }]);
  const began = clock.now();
  expect((await worker().read()).outcome).toBe("ok");
  expect(clock.now()).toBe(began);
  expect(table.items.find(({ sk }) => sk === "token")).toMatchObject({ generation: 4 });
});

test("a token that came long after its claim expired gives way to another worker's shared one", async () => {
  const { clock, worker, http, issue } = oneLiveToken({
    tokens: async ({ headers }, call) => {
      if (call > 1) return undefined;
      clock.advance(31_000);
      const slow = issue(headers["authorization"] ?? "");
      expect((await worker().read()).outcome).toBe("ok");
      return slow;
    },
  });
  expect((await worker().read()).outcome).toBe("ok");
  expect(http.tokenRequests).toHaveLength(2);
});

test("hazard 57: another pair's token isn't used", async () => {
  const { http, worker } = oneLiveToken();
  expect((await worker([current]).read()).outcome).toBe("ok");
  expect((await worker([next, current]).read()).outcome).toBe("ok");
  expect(http.tokenRequests.map(({ headers }) => headers["authorization"])).toEqual([
    basicOf("id:secret"),
    basicOf("id2:secret2"),
  ]);
});

test("a lost shared token is replaced once: the new one counts as newer than the refused one", async () => {
  const { table, http, worker, issue } = oneLiveToken();
  const { read } = worker();
  await read();
  issue(basicOf("id:secret"));
  await read();
  await table.remove({ pk: "instance#acme", sk: "token" });
  issue(basicOf("id:secret"));
  expect(await outcomes([read(), read()])).toBe("ok");
  expect(http.tokenRequests).toHaveLength(3);
});

test("a worker that read the state before another one shared a token can't claim the next one", async () => {
  const { shared } = oneLiveToken();
  const state = await shared().of("acme");
  const other = shared();
  const claim = (await other.claim("acme", state))!;
  const token = { value: "t1", scope: "read", pair: "p", requestedAt: 0, renewAt: 1 } as const;
  expect(await other.share("acme", claim, 1, token)).toBe(true);
  expect(await shared().of("acme")).toEqual({ generation: 1, token, claimedUntil: undefined });
  expect(await shared().claim("acme", state)).toBeUndefined();
  expect(await other.share("acme", claim, 2, token)).toBe(false);
});

test("a poll without a request left claims no token, and the last request may be the token's", async () => {
  const { http, table, worker } = oneLiveToken();
  const ask = (requests: number) => worker().factory.open("acme", new Allowance(requests)).page(persons);
  expect(await ask(0)).toEqual({ outcome: "exhausted" });
  expect(table.items.filter(({ sk }) => sk === "token")).toEqual([]);
  expect(await ask(1)).toEqual({ outcome: "exhausted" });
  expect(http.tokenRequests).toHaveLength(1);
  expect((await ask(1)).outcome).toBe("ok");
});

test("a token whose key can't be reached isn't taken as lost", async () => {
  const { clock, table, shared } = oneLiveToken();
  const state = await shared().of("acme");
  const claim = (await shared().claim("acme", state))!;
  await shared().share("acme", claim, 1, { value: "t1", scope: "read", pair: "p", requestedAt: 0, renewAt: 1 });
  const box = faked(SecretBox, { open: () => Promise.reject(new EngineUnavailableError("no key")) });
  await expect(new SharedTokens(table, box, clock).of("acme")).rejects.toThrow("no key");
});

test("the token is stored sealed, and one that can't be opened is replaced", async () => {
  const { table, http, worker } = oneLiveToken();
  await worker().read();
  const item = table.items.find(({ sk }) => sk === "token");
  expect(item).toMatchObject({ pk: "instance#acme", generation: 1 });
  expect(JSON.stringify(item)).not.toContain("t1");
  await table.update({ key: { pk: "instance#acme", sk: "token" }, set: { sealed: "v1.AAAA.AAAA" } });
  expect((await worker().read()).outcome).toBe("ok");
  expect(http.tokenRequests).toHaveLength(2);
});
