import { expect, test } from "vitest";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { Allowance } from "../../../shared/source/allowance.ts";
import type { StoredCredentials } from "../../../shared/source/credential-store.ts";
import { SourceFactory } from "../../../shared/source/source-factory.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { answer, page, problem, ScriptedSourceHttp, tokenBody } from "../../support/scripted-source-http.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const current: StoredCredentials = { slot: "current", credentials: { clientId: "id", clientSecret: "secret" } };
const next: StoredCredentials = { slot: "next", credentials: { clientId: "id2", clientSecret: "secret2" } };

function sourceOf(http: ScriptedSourceHttp, stored: readonly StoredCredentials[] = [current]) {
  const clock = new FakeClock();
  const promoted: string[] = [];
  const throttled: (number | undefined)[] = [];
  const slots = { stored };
  const factory = new SourceFactory({
    http,
    registry: {
      credentialsOf: async () => slots.stored,
      promote: async (_, { clientId }) => {
        promoted.push(clientId);
      },
    },
    clock,
    sleeper: clock,
    randomness: new SeededRandomness(),
    logger: new SilentLogger(),
    timings: defaultTimings,
    throttled: (_, retryAfterMs) => throttled.push(retryAfterMs),
  });
  const open = (requests = 100) => factory.open("acme", new Allowance(requests));
  return { factory, open, clock, promoted, throttled, slots };
}

const basicOf = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const persons = { path: "/person/timeline", query: { key: "modified", since: "2026-01-01T00:00:00.000Z" } };

test("a page is asked for with a bearer token below the instance, in locale en, and its whole query", async () => {
  const http = new ScriptedSourceHttp(() => page({ id: "p1" }));
  const { open } = sourceOf(http);
  expect(await open().page(persons)).toMatchObject({ outcome: "ok", value: { items: [{ id: "p1" }] } });
  expect(http.tokenRequests[0]).toMatchObject({
    path: "/acme/auth/api/v1/token",
    body: "grant_type=client_credentials&scope=read",
    headers: { authorization: basicOf("id:secret") },
  });
  expect(http.reads[0]?.path).toBe("/acme/api/v1/en/person/timeline?key=modified&since=2026-01-01T00%3A00%3A00.000Z");
  expect(http.reads[0]?.headers["authorization"]).toBe("Bearer t1");
});

test("hazard 59: one token serves many requests at once and is renewed a minute before it expires", async () => {
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
  const http = new ScriptedSourceHttp(
    () => page(),
    (_, call) => answer(200, tokenBody(`t${call}`, 10)),
  );
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

test("hazard 58: an on-behalf credential is recognised, and its scope asked for at once the next time", async () => {
  const http = new ScriptedSourceHttp(
    () => page(),
    ({ body }, call) =>
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
  const http = new ScriptedSourceHttp(
    () => page(),
    () => answer(200, tokenBody("t", 3_600, "write")),
  );
  expect(await sourceOf(http).open().page(persons)).toEqual({ outcome: "forbidden" });
  expect(http.reads).toHaveLength(0);
});

test("hazard 60: a 401 brings one fresh token and one repeat", async () => {
  const http = new ScriptedSourceHttp((_, call) => (call === 1 ? problem(401) : page()));
  expect((await sourceOf(http).open().page(persons)).outcome).toBe("ok");
  expect(http.reads.map(({ headers }) => headers["authorization"])).toEqual(["Bearer t1", "Bearer t2"]);
});

test("hazard 60: the second 401 is the answer", async () => {
  const http = new ScriptedSourceHttp(() => problem(401));
  expect(await sourceOf(http).open().page(persons)).toEqual({ outcome: "unauthorized" });
  expect(http.reads).toHaveLength(2);
  expect(http.tokenRequests).toHaveLength(2);
});

test("hazard 60: many 401s at once lead to one fresh token", async () => {
  const http = new ScriptedSourceHttp(({ headers }) =>
    headers["authorization"] === "Bearer t1" ? problem(401) : page(),
  );
  const { open } = sourceOf(http);
  const source = open();
  const answers = await Promise.all([source.page(persons), source.page(persons), source.page(persons)]);
  expect(answers.map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok"]);
  expect(http.tokenRequests).toHaveLength(2);
});

test("invalid_client on the only pair is revoked, and stored credentials are looked at again before it is said", async () => {
  const http = new ScriptedSourceHttp(
    () => page(),
    ({ headers }, call) =>
      headers["authorization"] === basicOf("id2:secret2")
        ? answer(200, tokenBody(`t${call}`))
        : answer(401, { error: "invalid_client" }),
  );
  const { open, slots } = sourceOf(http);
  expect(await open().page(persons)).toEqual({ outcome: "revoked" });
  slots.stored = [next, current];
  expect((await open().page(persons)).outcome).toBe("ok");
});

test("hazard 61: the new pair is used while both are valid, and promoted once it got an answer", async () => {
  const http = new ScriptedSourceHttp(() => page());
  const { open, promoted } = sourceOf(http, [next, current]);
  await open().page(persons);
  expect(http.tokenRequests[0]?.headers["authorization"]).toBe(basicOf("id2:secret2"));
  expect(promoted).toEqual(["id2"]);
});

test("hazard 61: a new pair that is refused, at the token or at the first read, doesn't end the connection", async () => {
  for (const refusal of ["token", "read"]) {
    const http = new ScriptedSourceHttp(
      ({ headers }) => (headers["authorization"] === "Bearer new" ? problem(403) : page()),
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

test("hazard 62: a 403 with a problem document is forbidden; a proxy's 403 is only unavailable", async () => {
  const plain = answer(403, "<html>", { "content-type": "text/html" });
  expect(
    await sourceOf(new ScriptedSourceHttp(() => problem(403)))
      .open()
      .page(persons),
  ).toEqual({ outcome: "forbidden" });
  expect(
    await sourceOf(new ScriptedSourceHttp(() => plain))
      .open()
      .page(persons),
  ).toMatchObject({ outcome: "unavailable", status: 403 });
});

test("hazard 63: a 500 is repeated with growing full-jitter waits, and each repeat costs allowance", async () => {
  const http = new ScriptedSourceHttp(() => problem(500));
  const { open, clock } = sourceOf(http);
  expect(await open().page(persons)).toMatchObject({ outcome: "unavailable", status: 500 });
  expect(http.reads).toHaveLength(4);
  expect(clock.slept.every((ms, position) => ms >= 0 && ms <= (defaultTimings.sourceRetries[position] ?? 0))).toBe(
    true,
  );
  const poor = new ScriptedSourceHttp(() => problem(500));
  await sourceOf(poor).open(3).page(persons);
  expect(poor.requests).toHaveLength(3);
});

test("hazard 64: a short Retry-After is waited for, in seconds or as a date; a long one is handed on", async () => {
  const seconds = new ScriptedSourceHttp((_, call) => (call === 1 ? answer(429, "", { "retry-after": "4" }) : page()));
  const one = sourceOf(seconds);
  expect((await one.open().page(persons)).outcome).toBe("ok");
  expect(one.clock.slept[0]).toBe(4_000);
  expect(one.throttled).toEqual([4_000]);

  const dated = sourceOf(
    new ScriptedSourceHttp((_, call) =>
      call === 1 ? answer(503, "", { "retry-after": new Date(Date.UTC(2026, 0, 5, 8, 0, 3)).toUTCString() }) : page(),
    ),
  );
  expect((await dated.open().page(persons)).outcome).toBe("ok");
  expect(dated.clock.slept[0]).toBe(3_000);

  const long = sourceOf(new ScriptedSourceHttp(() => answer(429, "", { "retry-after": "3600" })));
  expect(await long.open().page(persons)).toEqual({ outcome: "unavailable", status: 429, retryAfterMs: 3_600_000 });
  expect(long.clock.slept).toEqual([]);
});

test("hazard 65: the token endpoint's OAuth errors and the others' problems aren't mixed up", async () => {
  const oauthOnRead = new ScriptedSourceHttp(() => answer(400, { error: "invalid_client" }));
  expect(await sourceOf(oauthOnRead).open().page(persons)).toMatchObject({ outcome: "unavailable", status: 400 });
  const problemOnToken = new ScriptedSourceHttp(
    () => page(),
    () => problem(401),
  );
  expect(await sourceOf(problemOnToken).open().page(persons)).toMatchObject({ outcome: "unavailable", status: 401 });
});

test("statuses become outcomes, whatever the type of the problem", async () => {
  const outcome = async (status: number) =>
    (
      await sourceOf(new ScriptedSourceHttp(() => problem(status, "urn:never:seen:before")))
        .open()
        .page(persons)
    ).outcome;
  expect(await outcome(400)).toBe("badRequest");
  expect(await outcome(422)).toBe("unprocessable");
  expect(await outcome(418)).toBe("unavailable");
});

test("hazard 26: only a 404 with a problem document counts as the source's own", async () => {
  const own = await sourceOf(new ScriptedSourceHttp(() => problem(404)))
    .open()
    .one({ path: "/person/x" });
  expect(own).toMatchObject({ outcome: "notFound", problem: true });
  const proxy = answer(404, "<html>not here</html>", { "content-type": "text/html" });
  const foreign = await sourceOf(new ScriptedSourceHttp(() => proxy))
    .open()
    .one({ path: "/person/x" });
  expect(foreign).toMatchObject({ outcome: "notFound", problem: false });
});

test("a body that isn't what was asked for is unavailable: HTML, half a JSON, no envelope, a bare array", async () => {
  for (const body of ["<html>maintenance</html>", '{"items":[{"id":', { rows: [] }, [{ id: "p1" }]]) {
    const http = new ScriptedSourceHttp(() => answer(200, body));
    expect(await sourceOf(http).open().page(persons)).toMatchObject({ outcome: "unavailable", status: 200 });
  }
});

test("the folder list is a bare array and counts as one whole page", async () => {
  const http = new ScriptedSourceHttp(() => answer(200, [{ id: "f1" }]));
  expect(await sourceOf(http).open().page({ path: "/document/folder" })).toMatchObject({
    outcome: "ok",
    value: { items: [{ id: "f1" }], nextCursor: undefined },
  });
});

test("hazard 67: cursors are taken from the envelope, and rows may be anything", async () => {
  const http = new ScriptedSourceHttp(() =>
    answer(200, {
      items: [1, null, { id: "p" }],
      nextCursor: "c2",
      totalItems: 7,
      links: { next: "https://evil.example" },
    }),
  );
  expect(await sourceOf(http).open().page(persons)).toMatchObject({
    value: { items: [1, null, { id: "p" }], nextCursor: "c2", totalItems: 7 },
  });
});

test("without allowance nothing is sent", async () => {
  const http = new ScriptedSourceHttp(() => page());
  expect(await sourceOf(http).open(0).page(persons)).toEqual({ outcome: "exhausted" });
  expect(http.requests).toHaveLength(0);
  const one = sourceOf(http);
  expect(await one.open(1).page(persons)).toEqual({ outcome: "exhausted" });
  expect(http.reads).toHaveLength(0);
  expect((await one.open(1).page(persons)).outcome).toBe("ok");
});

test("somebody else's empty allowance isn't an answer for those who waited for the same token", async () => {
  const http = new ScriptedSourceHttp(
    () => page(),
    (_, call) => (call === 1 ? problem(500) : answer(200, tokenBody("t"))),
  );
  const { open } = sourceOf(http);
  const [, rich] = await Promise.all([open(0).page(persons), open(10).page(persons)]);
  expect(rich.outcome).toBe("ok");
});

test("hazard 23: moments are on the server's clock, and never later than true", async () => {
  // The server is this far ahead, and its `Date` has whole seconds.
  const ahead = 3_600_999;
  const http = new ScriptedSourceHttp(() =>
    answer(200, { items: [] }, { date: new Date(clock.now() + ahead).toUTCString() }),
  );
  const { open, clock, factory } = sourceOf(http);
  const offsets: number[] = [];
  for (const ms of [0, 500, 600, 800]) {
    clock.advance(ms);
    const got = await open().page(persons);
    if (got.outcome !== "ok") throw new Error(got.outcome);
    expect(got.moment.asOf % 1_000).toBe(0);
    offsets.push(got.moment.beganAt - clock.now());
  }
  // The best measure so far counts.
  expect(offsets).toEqual([3_600_000, 3_600_500, 3_600_900, 3_600_900]);
  expect(factory.serverTimeOf("acme", 0)).toBe(3_600_900);
  expect(factory.serverTimeOf("unknown", 0)).toBeUndefined();
});

test("without a Date an answer counts as no newer than its request", async () => {
  const { open, clock } = sourceOf(new ScriptedSourceHttp(() => page()));
  expect(await open().page(persons)).toMatchObject({ moment: { beganAt: clock.now(), asOf: clock.now() } });
});

test("a secret with reserved characters is encoded in Basic, and sent as form fields where the server doesn't decode", async () => {
  const odd: StoredCredentials = { slot: "current", credentials: { clientId: "a:b", clientSecret: "s+/=%" } };
  const http = new ScriptedSourceHttp(
    () => page(),
    ({ headers }) =>
      headers["authorization"] === undefined ? answer(200, tokenBody("t")) : answer(401, { error: "invalid_client" }),
  );
  expect((await sourceOf(http, [odd]).open().page(persons)).outcome).toBe("ok");
  expect(http.tokenRequests[0]?.headers["authorization"]).toBe(basicOf("a%3Ab:s%2B%2F%3D%25"));
  expect(new URLSearchParams(http.tokenRequests[1]?.body).get("client_secret")).toBe("s+/=%");
});
