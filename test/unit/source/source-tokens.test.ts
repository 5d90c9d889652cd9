import { expect, test } from "vitest";
import { Allowance } from "../../../shared/source/allowance.ts";
import type { StoredCredentials } from "../../../shared/source/credential-store.ts";
import { answer, page, problem, tokenBody } from "../../support/scripted-source-http.ts";
import { answering, basicOf, current, next, persons, withTokens } from "./opened-source.ts";

test("hazard 59: one token serves many concurrent requests and is renewed a minute before it expires", async () => {
  const { http, read, clock } = answering();
  await Promise.all([read(), read(), read()]);
  expect(http.tokenRequests).toHaveLength(1);
  clock.advance((3_600 - 70) * 1_000);
  await read();
  expect(http.tokenRequests).toHaveLength(1);
  clock.advance(15_000);
  await read();
  expect(http.tokenRequests).toHaveLength(2);
});

test("hazard 59: a token of ten seconds is used for almost all of them", async () => {
  const { http, read, clock } = withTokens((_, call) => answer(200, tokenBody(`t${call}`, 10)));
  await read();
  clock.advance(8_000);
  await read();
  expect(http.tokenRequests).toHaveLength(1);
  clock.advance(1_500);
  await read();
  expect(http.tokenRequests).toHaveLength(2);
});

test("hazard 57: instances never share a token", async () => {
  const { http, read, factory } = answering();
  await read();
  await factory.open("other", new Allowance(5)).page(persons);
  expect(http.tokenRequests.map(({ path }) => path)).toEqual(["/acme/auth/api/v1/token", "/other/auth/api/v1/token"]);
});

test("hazard 58: an on-behalf credential is recognised, and its scope is requested at once the next time", async () => {
  const { http, read, clock } = withTokens(({ body }, call) =>
    body?.includes("scope=act-as-user%3Aread") === true
      ? answer(200, tokenBody(`t${call}`, 3_600, "act-as-user:read"))
      : answer(400, { error: "invalid_scope" }),
  );
  expect((await read()).outcome).toBe("ok");
  expect(http.tokenRequests).toHaveLength(2);
  clock.advance(3_600_000);
  await read();
  expect(http.tokenRequests).toHaveLength(3);
});

test("hazard 58: a token without the read scope isn't used", async () => {
  const { http, read } = withTokens(() => answer(200, tokenBody("t", 3_600, "write")));
  expect(await read()).toEqual({ outcome: "forbidden" });
  expect(http.reads).toHaveLength(0);
});

test("hazard 60: a 401 brings one fresh token and one retry", async () => {
  const { http, read } = answering((_, call) => (call === 1 ? problem(401) : page()));
  expect((await read()).outcome).toBe("ok");
  expect(http.reads.map(({ headers }) => headers["authorization"])).toEqual(["Bearer t1", "Bearer t2"]);
});

test("hazard 60: the second 401 is final", async () => {
  const { http, read } = answering(problem(401));
  expect(await read()).toEqual({ outcome: "unauthorized" });
  expect(http.reads).toHaveLength(2);
  expect(http.tokenRequests).toHaveLength(2);
});

test("hazard 60: many concurrent 401s lead to one fresh token", async () => {
  const { http, open } = answering(({ headers }) => (headers["authorization"] === "Bearer t1" ? problem(401) : page()));
  const source = open();
  const answers = await Promise.all([source.page(persons), source.page(persons), source.page(persons)]);
  expect(answers.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok"]);
  expect(http.tokenRequests).toHaveLength(2);
});

test("hazard 60: a 401 on a token that was replaced meanwhile proves nothing, and the newer token is tried", async () => {
  const { http, read } = answering(async (_, call) => {
    if (call > 3) return page();
    // While the second read is in flight, another request is refused the same token and gets the next one.
    if (call === 2) expect((await read()).outcome).toBe("ok");
    return problem(401);
  });
  expect((await read()).outcome).toBe("ok");
  expect(http.reads.map(({ headers }) => headers["authorization"])).toEqual([1, 2, 2, 3, 3].map((n) => `Bearer t${n}`));
});

test("hazard 60: a token that is refused after it was accepted was revoked, and another one is requested", async () => {
  const { http, open, read } = answering(async ({ path, headers }) => {
    if (path.includes("company") || headers["authorization"] === "Bearer t3") return page();
    if (headers["authorization"] === "Bearer t2") expect((await open().page({ path: "/company" })).outcome).toBe("ok");
    return problem(401);
  });
  expect((await read()).outcome).toBe("ok");
  expect(http.tokenRequests).toHaveLength(3);
});

test("if a token request had no request left for its retry, those waiting for it make their own", async () => {
  const { read } = withTokens((_, call) => (call <= 2 ? answer(500, "") : answer(200, tokenBody("t"))));
  const [poor, rich] = await Promise.all([read(1), read(10)]);
  expect(poor).toMatchObject({ outcome: "unavailable", status: 500, cutShort: true });
  expect(rich.outcome).toBe("ok");
});

test("hazard 60: if every token is refused, a hundred concurrent requests cost one fresh token", async () => {
  const { http, open } = answering(problem(401));
  const source = open(1_000);
  const answers = await Promise.all(Array.from({ length: 100 }, () => source.page(persons)));
  expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(["unauthorized"]));
  expect([http.tokenRequests.length, http.reads.length]).toEqual([2, 200]);
});

test("a request tries four tokens at most, though each was replaced before it arrived", async () => {
  const scene = answering(async ({ path }) => {
    if (path.includes("company")) return problem(401);
    // Another request is meanwhile refused the same token, and gets the next one.
    await scene.open(3).page({ path: "/company" });
    return problem(401);
  });
  const allowance = new Allowance(100);
  expect(await scene.factory.open("acme", allowance).page(persons)).toEqual({ outcome: "unauthorized" });
  expect(allowance.spent).toBeLessThanOrEqual(8);
});

test("invalid_client on the only pair is revoked, and stored credentials are read again before that is reported", async () => {
  const { http, read, slots, logger } = withTokens(({ headers }, call) =>
    headers["authorization"] === basicOf("id2:secret2")
      ? answer(200, tokenBody(`t${call}`))
      : answer(401, { error: "invalid_client" }),
  );
  expect(await read()).toEqual({ outcome: "revoked" });
  expect(http.tokenRequests).toHaveLength(1);
  expect(logger.lines).toEqual([
    { level: "warn", event: "source.credentials_refused", fields: { instance: "acme", slot: "current" } },
  ]);
  slots.stored = [next, current];
  expect((await read()).outcome).toBe("ok");
});

test("hazard 61: the new pair is used while both are valid, and promoted after its first response", async () => {
  const { http, read, promoted, slots, logger } = answering((_, call) => (call === 1 ? answer(418, "") : page()), {
    stored: [next, current],
  });
  await read();
  expect(http.tokenRequests[0]?.headers["authorization"]).toBe(basicOf("id2:secret2"));
  expect(promoted).toEqual([]);
  slots.isStoreDown = true;
  expect((await read()).outcome).toBe("ok");
  expect(logger.lines.at(-1)).toMatchObject({ event: "source.promotion_failed", fields: { instance: "acme" } });
  slots.isStoreDown = false;
  await read();
  slots.stored = [{ ...next, slot: "current" }];
  await read();
  expect(promoted).toEqual(["id2"]);
});

test("hazard 61: a new pair that is refused, at the token or at the first read, doesn't end the connection", async () => {
  for (const refusal of ["token", 401, 403] as const) {
    const { http, read, promoted } = answering(
      ({ headers }) => (headers["authorization"] === "Bearer new" ? problem(Number(refusal)) : page()),
      {
        tokens: ({ headers }) => {
          if (headers["authorization"] === basicOf("id:secret")) return answer(200, tokenBody("old"));
          return refusal === "token" ? answer(401, { error: "invalid_client" }) : answer(200, tokenBody("new"));
        },
        stored: [next, current],
      },
    );
    expect((await read()).outcome).toBe("ok");
    const before = http.requests.length;
    await read();
    expect(http.requests.length).toBe(before + 1);
    expect(promoted).toEqual([]);
  }
});

test("another caller's empty allowance is no result for those who waited for the same token", async () => {
  const { read } = withTokens((_, call) => (call === 1 ? problem(500) : answer(200, tokenBody("t"))));
  const [, rich] = await Promise.all([read(0), read(10)]);
  expect(rich.outcome).toBe("ok");
});

test.each([
  ["a:b", "secret", "a%3Ab:secret"],
  ["id", "s+/=%", "id:s%2B%2F%3D%25"],
])(
  "%s and %s are encoded in Basic, and sent as form fields where the server doesn't decode",
  async (clientId, clientSecret, basic) => {
    const odd: StoredCredentials = { slot: "current", credentials: { clientId, clientSecret } };
    const { http, read } = withTokens(
      ({ headers }) =>
        headers["authorization"] === undefined ? answer(200, tokenBody("t")) : answer(401, { error: "invalid_client" }),
      { stored: [odd] },
    );
    expect((await read()).outcome).toBe("ok");
    expect(http.tokenRequests[0]?.headers["authorization"]).toBe(basicOf(basic));
    const fields = new URLSearchParams(http.tokenRequests[1]?.body);
    expect([fields.get("client_id"), fields.get("client_secret")]).toEqual([clientId, clientSecret]);
    const decoding = answering(page(), { stored: [odd] });
    await decoding.read();
    expect(decoding.http.tokenRequests).toHaveLength(1);
  },
);

test("requests that wait for one token take it although it expires at once, or fail with it", async () => {
  const brief = withTokens(() => answer(200, tokenBody("t", 0)));
  const failing = withTokens(() => answer(500, ""));
  for (const [{ http, read }, times] of [
    [brief, 1],
    [failing, 4],
  ] as const) {
    await Promise.all([read(), read(), read()]);
    expect(http.tokenRequests).toHaveLength(times);
  }
});

test("a token outlives the pair that it was requested with, while the pair is read again and is the same", async () => {
  const { http, read, slots, clock } = answering();
  await read();
  slots.stored = [structuredClone(current)];
  clock.advance(1_800_000);
  await read();
  expect(http.tokenRequests).toHaveLength(1);
});
