import { expect, test } from "vitest";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { Allowance } from "../../../shared/source/allowance.ts";
import { answer, page, problem } from "../../support/scripted-source-http.ts";
import { answering, basicOf, persons, withTokens } from "./opened-source.ts";

test("a page is requested with a bearer token below the instance, in locale en, with its whole query", async () => {
  const { http, open, read } = answering(page({ id: "p1" }));
  expect(await read()).toMatchObject({ outcome: "ok", value: { items: [{ id: "p1" }] } });
  expect(http.tokenRequests[0]).toMatchObject({
    path: "/acme/auth/api/v1/token",
    body: "grant_type=client_credentials&scope=read",
    headers: {
      authorization: basicOf("id:secret"),
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
    },
  });
  expect(http.reads[0]?.path).toBe("/acme/api/v1/en/person/timeline?key=modified&since=2026-01-01T00%3A00%3A00.000Z");
  expect(http.reads[0]?.headers).toEqual({
    authorization: "Bearer t1",
    accept: "application/json, application/problem+json",
  });
  expect(http.reads[0]).not.toHaveProperty("skim");
  await open().page({ ...persons, skim: true });
  expect(http.reads[1]).toMatchObject({ skim: true });
});

test("hazard 62: a 403 with a problem document is forbidden; a proxy's 403 is only unavailable", async () => {
  const plain = answer(403, "<html>", { "content-type": "text/html" });
  expect(await answering(problem(403)).read()).toEqual({ outcome: "forbidden" });
  expect(await answering(plain).read()).toMatchObject({ outcome: "unavailable", status: 403 });
});

test.each([
  ["a 404, from whomever", answer(404, ""), "info"],
  ["a 422 of the source itself, which an owner that is gone answers", problem(422), "info"],
  ["a 422 of a proxy", answer(422, "<html>", { "content-type": "text/html" }), "warn"],
  ["a 403", problem(403), "warn"],
])("%s is logged at its level", async (_, refused, level) => {
  const { read, logger } = answering(refused);
  await read();
  expect(logger.lines.filter(({ event }) => event === "source.refused")).toMatchObject([
    { level, fields: { instance: "acme", path: "/person/timeline", status: expect.any(Number) } },
  ]);
});

test("a request that was never sent proves nothing about the source, and is left to the next visit", async () => {
  const reports: boolean[] = [];
  const { read } = answering(() => ({ outcome: "skipped" }), {
    seen: ({ asked, answered }) => {
      if (!asked.endsWith("/token")) reports.push(answered);
    },
  });
  expect(await read()).toEqual({ outcome: "exhausted" });
  expect(reports).toEqual([]);
});

test.each([
  ["the transport's measurement, even if the clock was set meanwhile", { tookMs: 12 }, 240_000, 12],
  ["measured by our clock otherwise", {}, 30, 30],
  ["never negative", {}, -30, 0],
])("a response's duration is %s", async (_, measured, passed, expected) => {
  const took: number[] = [];
  const { read, clock } = answering(
    () => {
      clock.advance(passed);
      return { ...page(), ...measured };
    },
    {
      seen: ({ asked, ms }) => {
        if (!asked.endsWith("/token")) took.push(ms);
      },
    },
  );
  await read();
  expect(took).toEqual([expected]);
});

test("a process is behind while a new request would wait longer than a burst does", async () => {
  const { factory, clock } = answering();
  const source = factory.open("acme", new Allowance(100, Number.POSITIVE_INFINITY, 1));
  // The token's request, and this one.
  await source.page(persons);
  clock.sleep = () => new Promise(() => undefined);
  const ask = async (times: number) => {
    for (let one = 0; one < times; one += 1) void source.page(persons);
    await new Promise((resolve) => setImmediate(resolve));
  };
  await ask(17);
  expect(factory.isBehind("acme")).toBe(false);
  await ask(1);
  expect(factory.isBehind("acme")).toBe(true);
  clock.advance(10_000);
  expect(factory.isBehind("acme")).toBe(false);
});

test("hazard 63: a 500 is retried with growing full-jitter waits, and each retry costs allowance", async () => {
  const { http, read, clock, throttled } = answering(problem(500));
  expect(await read()).toMatchObject({ outcome: "unavailable", status: 500 });
  expect([http.reads.length, throttled]).toEqual([4, []]);
  const { sourceRetries } = defaultTimings;
  expect(clock.slept.map((ms, repeat) => ms > 0 && ms <= sourceRetries[repeat]!)).toEqual(
    sourceRetries.map(() => true),
  );
  const poor = answering(problem(500));
  await poor.read(3);
  expect(poor.http.requests).toHaveLength(3);
});

test("hazard 64: a short Retry-After is waited for, in seconds or as a date; a long one is passed on", async () => {
  const one = answering((_, call) => (call === 1 ? answer(429, "", { "retry-after": "4" }) : page()));
  expect((await one.read()).outcome).toBe("ok");
  expect(one.clock.slept[0]).toBe(4_000);
  expect(one.throttled).toEqual([[429, 4_000]]);

  const dated = answering((_, call) =>
    call === 1 ? answer(503, "", { "retry-after": new Date(Date.UTC(2026, 0, 5, 8, 0, 3)).toUTCString() }) : page(),
  );
  expect((await dated.read()).outcome).toBe("ok");
  expect(dated.clock.slept[0]).toBe(3_000);

  const long = answering(answer(429, "", { "retry-after": "3600" }));
  expect(await long.read()).toEqual({ outcome: "unavailable", status: 429, retryAfterMs: 900_000 });
  expect(long.clock.slept).toEqual([]);
});

test("hazard 65: the token endpoint's OAuth errors and the others' problems aren't mixed up", async () => {
  const oauthOnRead = answering(answer(400, { error: "invalid_client" }));
  expect(await oauthOnRead.read()).toMatchObject({ outcome: "unavailable", status: 400 });
  const problemOnToken = withTokens(() => problem(401));
  expect(await problemOnToken.read()).toMatchObject({ outcome: "unavailable", status: 401 });
});

test("statuses become outcomes, whatever the type of the problem", async () => {
  const outcome = async (status: number) => (await answering(problem(status, "urn:never:seen:before")).read()).outcome;
  expect(await outcome(400)).toBe("badRequest");
  expect(await outcome(422)).toBe("unprocessable");
  expect(await outcome(418)).toBe("unavailable");
});

test("hazard 26: only a 404 with a problem document counts as the source's own", async () => {
  const own = await answering(problem(404)).open().one({ path: "/person/x" });
  expect(own).toMatchObject({ outcome: "notFound", problem: true });
  const proxy = answer(404, "<html>not here</html>", { "content-type": "text/html" });
  const foreign = await answering(proxy).open().one({ path: "/person/x" });
  expect(foreign).toMatchObject({ outcome: "notFound", problem: false });
});

test("a body that isn't what was requested is unavailable: HTML, half a JSON, no envelope, a bare array", async () => {
  for (const body of ["<html>maintenance</html>", '{"items":[{"id":', { rows: [] }, [{ id: "p1" }]]) {
    const { read } = answering(answer(200, body));
    expect(await read()).toMatchObject({ outcome: "unavailable", status: 200 });
  }
});

test("the folder list is a bare array and counts as one whole page", async () => {
  const { open } = answering(answer(200, [{ id: "f1" }]));
  expect(await open().page({ path: "/document/folder" })).toMatchObject({
    outcome: "ok",
    value: { items: [{ id: "f1" }], nextCursor: undefined },
  });
});

test("hazard 67: cursors are taken from the envelope, and rows may be anything", async () => {
  const { read } = answering(
    answer(200, {
      items: [1, null, { id: "p" }],
      nextCursor: "c2",
      totalItems: 7,
      links: { next: "https://evil.example" },
    }),
  );
  expect(await read()).toMatchObject({
    value: { items: [1, null, { id: "p" }], nextCursor: "c2", totalItems: 7 },
  });
});

test("without allowance nothing is sent", async () => {
  const { http, read } = answering();
  expect(await read(0)).toEqual({ outcome: "exhausted" });
  expect(http.requests).toHaveLength(0);
  expect(await read(1)).toEqual({ outcome: "exhausted" });
  expect(http.reads).toHaveLength(0);
  expect((await read(1)).outcome).toBe("ok");
});

test("no request outlasts its poll: each carries the poll's end, and none is retried after it", async () => {
  const scene = answering(() => {
    scene.clock.advance(15_000);
    return answer(500, "down");
  });
  const until = scene.clock.now() + 20_000;
  const allowance = new Allowance(100, until);
  expect(await scene.factory.open("acme", allowance).page(persons)).toMatchObject({ outcome: "unavailable" });
  // Two responses take longer than the available time: a third isn't awaited, and nothing else is requested.
  expect(scene.http.reads.map((request) => request.until)).toEqual([until, until]);
  expect(await scene.factory.open("acme", allowance).page(persons)).toEqual({ outcome: "exhausted" });
});

test("hazard 62: a 403 on an older token brings one fresh token, whose 403 is final", async () => {
  const { http, read, clock } = answering(({ headers }, call) =>
    call === 1 || headers["authorization"] === "Bearer t2" ? page() : problem(403),
  );
  await read();
  clock.advance(120_000);
  expect((await read()).outcome).toBe("ok");
  expect(http.tokenRequests).toHaveLength(2);

  const refused = answering((_, call) => (call === 1 ? page() : problem(403)));
  await refused.read();
  refused.clock.advance(120_000);
  expect(await refused.read()).toEqual({ outcome: "forbidden" });
  expect(refused.http.reads).toHaveLength(3);
  // The fresh one is new, so the next refusals don't cost a token each.
  await refused.read();
  expect(refused.http.tokenRequests).toHaveLength(2);
});

test.each([
  ["a proxy's 403", answer(403, "<html>")],
  ["a 404", problem(404)],
  ["a 400", problem(400)],
])("%s brings no fresh token, however old the token is", async (_, refused) => {
  const { http, read, clock } = answering((_, call) => (call === 1 ? page() : refused));
  await read();
  clock.advance(120_000);
  await read();
  expect(http.tokenRequests).toHaveLength(1);
});

test("an unreadable body is requested once more, and its text passed on, except for a token response", async () => {
  const { http, read } = answering(answer(200, '{"items":[{"id":'));
  expect(await read()).toMatchObject({ unreadable: '{"items":[{"id":' });
  expect(http.reads).toHaveLength(2);
  const long = answering(answer(200, "x".repeat(100_001)));
  expect(await long.read()).toMatchObject({ unreadable: "x".repeat(100_000) });
  const token = withTokens(() => answer(200, '{"access_token":"secret'));
  const got = await token.read();
  expect(got).toEqual({ outcome: "unavailable", status: 200, retryAfterMs: undefined });
});

test.each(["too_large", "timeout"] as const)(
  "a missing response says that a smaller one might come: %s",
  async (reason) => {
    const { http, read } = answering(() => ({ outcome: "failed", reason }));
    expect(await read()).toMatchObject({ outcome: "unavailable", heavy: reason });
    expect(http.reads).toHaveLength(reason === "too_large" ? 1 : 4);
    const gateway = answering(answer(504, ""));
    expect(await gateway.read()).toMatchObject({ heavy: "timeout" });
    const reset = answering(() => ({ outcome: "failed", reason: "transport" }));
    expect(await reset.read()).not.toHaveProperty("heavy");
    const scene = answering(() => {
      scene.clock.advance(10_000);
      return { outcome: "failed", reason: "timeout" };
    });
    const ending = new Allowance(9, scene.clock.now() + 10_000);
    expect(await scene.factory.open("acme", ending).page(persons)).not.toHaveProperty("heavy");
  },
);
