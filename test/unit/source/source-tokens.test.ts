import { expect, test } from "vitest";
import { Allowance } from "../../../shared/source/allowance.ts";
import type { StoredCredentials } from "../../../shared/source/credential-store.ts";
import {
  answer,
  page,
  problem,
  ScriptedSourceHttp,
  tokenBody,
  withTokens,
} from "../../support/scripted-source-http.ts";
import { basicOf, current, next, persons, sourceOf } from "./opened-source.ts";

test("hazard 59: one token serves many concurrent requests and is renewed a minute before it expires", async () => {
  const http = new ScriptedSourceHttp(() => page());
  const { open, clock } = sourceOf(http);
  await Promise.all([open().page(persons), open().page(persons), open().page(persons)]);
  expect(http.tokenRequests).toHaveLength(1);
  clock.advance((3_600 - 70) * 1_000);
  await open().page(persons);
  expect(http.tokenRequests).toHaveLength(1);
  clock.advance(15_000);
  await open().page(persons);
  expect(http.tokenRequests).toHaveLength(2);
});

test("hazard 59: a token of ten seconds is used for almost all of them", async () => {
  const http = withTokens((_, call) => answer(200, tokenBody(`t${call}`, 10)));
  const { open, clock } = sourceOf(http);
  await open().page(persons);
  clock.advance(8_000);
  await open().page(persons);
  expect(http.tokenRequests).toHaveLength(1);
  clock.advance(1_500);
  await open().page(persons);
  expect(http.tokenRequests).toHaveLength(2);
});

test("hazard 57: instances never share a token", async () => {
  const http = new ScriptedSourceHttp(() => page());
  const { open, factory } = sourceOf(http);
  await open().page(persons);
  await factory.open("other", new Allowance(5)).page(persons);
  expect(http.tokenRequests.map(({ path }) => path)).toEqual(["/acme/auth/api/v1/token", "/other/auth/api/v1/token"]);
});

test("hazard 58: an on-behalf credential is recognised, and its scope is requested at once the next time", async () => {
  const http = withTokens(({ body }, call) =>
    body?.includes("scope=act-as-user%3Aread") === true
      ? answer(200, tokenBody(`t${call}`, 3_600, "act-as-user:read"))
      : answer(400, { error: "invalid_scope" }),
  );
  const { open, clock } = sourceOf(http);
  expect((await open().page(persons)).outcome).toBe("ok");
  expect(http.tokenRequests).toHaveLength(2);
  clock.advance(3_600_000);
  await open().page(persons);
  expect(http.tokenRequests).toHaveLength(3);
});

test("hazard 58: a token without the read scope isn't used", async () => {
  const http = withTokens(() => answer(200, tokenBody("t", 3_600, "write")));
  expect(await sourceOf(http).open().page(persons)).toEqual({ outcome: "forbidden" });
  expect(http.reads).toHaveLength(0);
});

test("hazard 60: a 401 brings one fresh token and one retry", async () => {
  const http = new ScriptedSourceHttp((_, call) => (call === 1 ? problem(401) : page()));
  expect((await sourceOf(http).open().page(persons)).outcome).toBe("ok");
  expect(http.reads.map(({ headers }) => headers["authorization"])).toEqual(["Bearer t1", "Bearer t2"]);
});

test("hazard 60: the second 401 is final", async () => {
  const http = new ScriptedSourceHttp(() => problem(401));
  expect(await sourceOf(http).open().page(persons)).toEqual({ outcome: "unauthorized" });
  expect(http.reads).toHaveLength(2);
  expect(http.tokenRequests).toHaveLength(2);
});

test("hazard 60: many concurrent 401s lead to one fresh token", async () => {
  const http = new ScriptedSourceHttp(({ headers }) =>
    headers["authorization"] === "Bearer t1" ? problem(401) : page(),
  );
  const { open } = sourceOf(http);
  const source = open();
  const answers = await Promise.all([source.page(persons), source.page(persons), source.page(persons)]);
  expect(answers.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok"]);
  expect(http.tokenRequests).toHaveLength(2);
});

test("hazard 60: a 401 on a token that was replaced meanwhile proves nothing, and the newer token is tried", async () => {
  const http = new ScriptedSourceHttp(async (_, call) => {
    if (call > 3) return page();
    // While the second read is in flight, another request is refused the same token and gets the next one.
    if (call === 2) expect((await open().page(persons)).outcome).toBe("ok");
    return problem(401);
  });
  const { open } = sourceOf(http);
  expect((await open().page(persons)).outcome).toBe("ok");
  expect(http.reads.map(({ headers }) => headers["authorization"])).toEqual([1, 2, 2, 3, 3].map((n) => `Bearer t${n}`));
});

test("hazard 60: a token that is refused after it was accepted was revoked, and another one is requested", async () => {
  const http = new ScriptedSourceHttp(async ({ path, headers }) => {
    if (path.includes("company") || headers["authorization"] === "Bearer t3") return page();
    if (headers["authorization"] === "Bearer t2") expect((await open().page({ path: "/company" })).outcome).toBe("ok");
    return problem(401);
  });
  const { open } = sourceOf(http);
  expect((await open().page(persons)).outcome).toBe("ok");
  expect(http.tokenRequests).toHaveLength(3);
});

test("if a token request had no request left for its retry, those waiting for it make their own", async () => {
  const http = withTokens((_, call) => (call <= 2 ? answer(500, "") : answer(200, tokenBody("t"))));
  const { open } = sourceOf(http);
  const [poor, rich] = await Promise.all([open(1).page(persons), open(10).page(persons)]);
  expect(poor).toMatchObject({ outcome: "unavailable", status: 500, cutShort: true });
  expect(rich.outcome).toBe("ok");
});

test("hazard 60: if every token is refused, a hundred concurrent requests cost one fresh token", async () => {
  const http = new ScriptedSourceHttp(() => problem(401));
  const { open } = sourceOf(http);
  const source = open(1_000);
  const answers = await Promise.all(Array.from({ length: 100 }, () => source.page(persons)));
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(["unauthorized"]));
  expect([http.tokenRequests.length, http.reads.length]).toEqual([2, 200]);
});

test("a request tries four tokens at most, though each was replaced before it arrived", async () => {
  const scene = sourceOf(
    new ScriptedSourceHttp(async ({ path }) => {
      if (path.includes("company")) return problem(401);
      // Another request is meanwhile refused the same token, and gets the next one.
      await scene.open(3).page({ path: "/company" });
      return problem(401);
    }),
  );
  const allowance = new Allowance(100);
  expect(await scene.factory.open("acme", allowance).page(persons)).toEqual({ outcome: "unauthorized" });
  expect(allowance.spent).toBeLessThanOrEqual(8);
});

test("invalid_client on the only pair is revoked, and stored credentials are read again before that is reported", async () => {
  const http = withTokens(({ headers }, call) =>
    headers["authorization"] === basicOf("id2:secret2")
      ? answer(200, tokenBody(`t${call}`))
      : answer(401, { error: "invalid_client" }),
  );
  const { open, slots, logger } = sourceOf(http);
  expect(await open().page(persons)).toEqual({ outcome: "revoked" });
  expect(http.tokenRequests).toHaveLength(1);
  expect(logger.lines).toEqual([
    { level: "warn", event: "source.credentials_refused", fields: { instance: "acme", slot: "current" } },
  ]);
  slots.stored = [next, current];
  expect((await open().page(persons)).outcome).toBe("ok");
});

test("hazard 61: the new pair is used while both are valid, and promoted after its first response", async () => {
  const http = new ScriptedSourceHttp((_, call) => (call === 1 ? answer(418, "") : page()));
  const { open, promoted, slots, logger } = sourceOf(http, [next, current]);
  await open().page(persons);
  expect(http.tokenRequests[0]?.headers["authorization"]).toBe(basicOf("id2:secret2"));
  expect(promoted).toEqual([]);
  slots.isStoreDown = true;
  expect((await open().page(persons)).outcome).toBe("ok");
  expect(logger.lines.at(-1)).toMatchObject({ event: "source.promotion_failed", fields: { instance: "acme" } });
  slots.isStoreDown = false;
  await open().page(persons);
  slots.stored = [{ ...next, slot: "current" }];
  await open().page(persons);
  expect(promoted).toEqual(["id2"]);
});

test("hazard 61: a new pair that is refused, at the token or at the first read, doesn't end the connection", async () => {
  for (const refusal of ["token", 401, 403] as const) {
    const http = new ScriptedSourceHttp(
      ({ headers }) => (headers["authorization"] === "Bearer new" ? problem(Number(refusal)) : page()),
      ({ headers }) => {
        if (headers["authorization"] === basicOf("id:secret")) return answer(200, tokenBody("old"));
        return refusal === "token" ? answer(401, { error: "invalid_client" }) : answer(200, tokenBody("new"));
      },
    );
    const { open, promoted } = sourceOf(http, [next, current]);
    expect((await open().page(persons)).outcome).toBe("ok");
    const before = http.requests.length;
    await open().page(persons);
    expect(http.requests.length).toBe(before + 1);
    expect(promoted).toEqual([]);
  }
});

test("another caller's empty allowance is no result for those who waited for the same token", async () => {
  const http = withTokens((_, call) => (call === 1 ? problem(500) : answer(200, tokenBody("t"))));
  const { open } = sourceOf(http);
  const [, rich] = await Promise.all([open(0).page(persons), open(10).page(persons)]);
  expect(rich.outcome).toBe("ok");
});

test.each([
  ["a:b", "secret", "a%3Ab:secret"],
  ["id", "s+/=%", "id:s%2B%2F%3D%25"],
])(
  "%s and %s are encoded in Basic, and sent as form fields where the server doesn't decode",
  async (clientId, clientSecret, basic) => {
    const odd: StoredCredentials = { slot: "current", credentials: { clientId, clientSecret } };
    const http = withTokens(({ headers }) =>
      headers["authorization"] === undefined ? answer(200, tokenBody("t")) : answer(401, { error: "invalid_client" }),
    );
    expect((await sourceOf(http, [odd]).open().page(persons)).outcome).toBe("ok");
    expect(http.tokenRequests[0]?.headers["authorization"]).toBe(basicOf(basic));
    const fields = new URLSearchParams(http.tokenRequests[1]?.body);
    expect([fields.get("client_id"), fields.get("client_secret")]).toEqual([clientId, clientSecret]);
    const decoding = new ScriptedSourceHttp(() => page());
    await sourceOf(decoding, [odd]).open().page(persons);
    expect(decoding.tokenRequests).toHaveLength(1);
  },
);

test("requests that wait for one token take it although it expires at once, or fail with it", async () => {
  const brief = withTokens(() => answer(200, tokenBody("t", 0)));
  const failing = withTokens(() => answer(500, ""));
  for (const [http, times] of [
    [brief, 1],
    [failing, 4],
  ] as const) {
    const { open } = sourceOf(http);
    await Promise.all([open().page(persons), open().page(persons), open().page(persons)]);
    expect(http.tokenRequests).toHaveLength(times);
  }
});

test("a token outlives the pair that it was requested with, while the pair is read again and is the same", async () => {
  const http = new ScriptedSourceHttp(() => page());
  const { open, slots, clock } = sourceOf(http);
  await open().page(persons);
  slots.stored = [structuredClone(current)];
  clock.advance(1_800_000);
  await open().page(persons);
  expect(http.tokenRequests).toHaveLength(1);
});
