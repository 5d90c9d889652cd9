import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { UndiciSourceHttp } from "../../shared/adapters/http/source-http.ts";
import { Allowance } from "../../shared/source/allowance.ts";
import { SourceFactory } from "../../shared/source/source-factory.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { testContext } from "../support/test-context.ts";
import { promptTurns } from "../support/turns.ts";
import { get, serve } from "./source-ground.ts";

test("a response has a status, lower-case headers and the whole body", async () => {
  const { http } = await serve((_, response) => {
    response
      .writeHead(404, { "Content-Type": "application/problem+json", "X-Twice": ["a", "b"] })
      .end('{"status":404}');
  });
  const answer = await http.send(get());
  expect(answer).toMatchObject({ outcome: "answered", status: 404, body: '{"status":404}' });
  expect(answer).toMatchObject({ headers: { "content-type": "application/problem+json", "x-twice": "a, b" } });
});

test("multi-byte characters survive chunk borders", async () => {
  const { http } = await serve((_, response) => {
    const bytes = Buffer.from("æøå€😀");
    response.write(bytes.subarray(0, 1));
    setTimeout(() => response.end(bytes.subarray(1)), 20);
  });
  expect(await http.send(get())).toMatchObject({ body: "æøå€😀" });
});

test("bytes that aren't UTF-8 become U+FFFD, and the response says so", async () => {
  const { http } = await serve(({ url }, response) => {
    response.end(Buffer.from(url === "/good" ? "J�rgen" : "J\xF8rgen", url === "/good" ? "utf8" : "latin1"));
  });
  expect(await http.send(get("/bad"))).toMatchObject({ body: "J�rgen", invalidUtf8: true });
  expect(await http.send(get("/good"))).not.toHaveProperty("invalidUtf8");
});

test("hazard 66: an encoded path reaches the server unchanged, below the address's own path", async () => {
  const { http } = await serve((request, response) => response.end(request.url), { path: "/base/" });
  expect(await http.send(get("/acme/api/v1/en/person/a%2F..%2Fb?x=%2B"))).toMatchObject({
    body: "/base/acme/api/v1/en/person/a%2F..%2Fb?x=%2B",
  });
});

test("hazard 67: a redirect isn't followed, so no token reaches another host", async () => {
  const seen: (string | undefined)[] = [];
  const { http } = await serve((request, response) => {
    seen.push(request.url);
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  expect(await http.send(get())).toMatchObject({ outcome: "answered", status: 302 });
  expect(seen).toEqual(["/x"]);
});

const failed = (reason: string, detail?: string) => ({ outcome: "failed", reason, ...(detail && { detail }) });
const read = (size: number): object => expect.objectContaining({ outcome: "answered", body: "x".repeat(size) });
const inPieces =
  (pieces: number): RequestListener =>
  (_, response) => {
    for (let piece = 0; piece < pieces; piece += 1) response.write("x");
    response.end();
  };
const dripping: RequestListener = (_, response) => {
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => {
    clearInterval(timer);
  });
};
const cut: RequestListener = (_, response) => {
  response.writeHead(200, { "content-length": "100" }).write('{"items":[');
  setTimeout(() => response.destroy(), 20);
};
const sized =
  (size: number): RequestListener =>
  (_, response) =>
    response.end("x".repeat(size));
test.each<[string, RequestListener, Parameters<typeof serve>[1], object]>([
  ["silence before the head is cut off by the deadline", () => undefined, { timeout: 200 }, failed("timeout")],
  ["a dripping body is cut off by the deadline", dripping, { timeout: 300 }, failed("timeout")],
  ["a body above the cap is refused", sized(5_000), { maxBody: 4_999 }, failed("too_large")],
  ["a body that would block a process is refused", sized(4 * 1_024 * 1_024 + 1), {}, failed("too_large")],
  // Each piece costs memory, however short it is.
  ["pieces of a body count 64 bytes", inPieces(100), { maxBody: 6_400 }, read(100)],
  ["pieces above the cap are refused", inPieces(101), { maxBody: 6_400 }, failed("too_large")],
  ["a reset is a transport failure", ({ socket }) => socket.destroy(), {}, failed("transport", "UND_ERR_SOCKET")],
  ["a truncated body is a transport failure", cut, {}, failed("transport", "UND_ERR_SOCKET")],
])("%s", async (_, listener, options, outcome) => {
  const { http } = await serve(listener, options);
  expect(await http.send(get())).toEqual(outcome);
});

test("a refused connection is a transport failure", async () => {
  const gone = new UndiciSourceHttp({ baseUrl: "http://127.0.0.1:1", timeout: 1_000 });
  expect(await gone.send(get())).toEqual(failed("transport", "ECONNREFUSED"));
  await gone.close();
});

test("a skimmed page above the cap yields what leads past it", async () => {
  const row = { note: "x".repeat(50_000), id: "a1", created: "2026-01-05T07:30:00Z" };
  const page = JSON.stringify({ items: [row], nextCursor: "next" });
  const { http } = await serve((request, response) => response.writeHead(request.url === "/x" ? 200 : 400).end(page), {
    maxBody: 4_999,
  });
  expect(await http.send(get())).toEqual(failed("too_large"));
  const answer = await http.send({ ...get(), skim: true });
  expect(answer).toMatchObject({ outcome: "answered", status: 200 });
  expect(JSON.parse(answer.outcome === "answered" ? answer.body : "")).toEqual({
    items: [{ id: "a1", created: "2026-01-05T07:30:00Z" }],
    nextCursor: "next",
  });
  // Anything but a page is treated like any other response within the cap.
  expect(await http.send({ ...get("/refused"), skim: true })).toEqual(failed("too_large"));
  const larger = await serve((_, response) => response.end("x".repeat(16_001)), { maxBody: 1_000 });
  expect(await larger.http.send({ ...get(), skim: true })).toEqual(failed("too_large"));
});

/** The whole client against a real server. */
function factoryOver(http: UndiciSourceHttp) {
  const clock = new FakeClock(Date.now());
  const logger = new SilentLogger();
  const credentials = { clientId: "client", clientSecret: "hush" };
  const factory = new SourceFactory({
    http,
    registry: {
      credentialsOf: async () => [{ slot: "current", credentials }],
      promote: async () => undefined,
    },
    ...testContext({ clock, logger }),
    turns: promptTurns(),
  });
  return { factory, logger };
}

/** A small partner API: single-use tokens if `oneUse` is set, and the responses of `read`. */
function partner(read: RequestListener, { oneUse = false } = {}): RequestListener {
  let issued = 0;
  let used = new Set<string | undefined>();
  return (request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.method === "POST") {
      issued += 1;
      response.end(
        JSON.stringify({ access_token: `t${issued}`, token_type: "Bearer", expires_in: 600, scope: "read" }),
      );
      return;
    }
    const { authorization } = request.headers;
    if (authorization !== `Bearer t${issued}` || (oneUse && used.has(authorization))) {
      response.writeHead(401, { "content-type": "application/problem+json" }).end('{"status":401}');
      return;
    }
    used = new Set([...used, authorization]);
    read(request, response);
  };
}

test("hazards 57 to 60: tokens are fetched, used, refused and renewed over real connections", async () => {
  const { http } = await serve(
    partner((_, response) => response.end('{"items":[{"id":"p1"}],"nextCursor":"c"}'), { oneUse: true }),
  );
  const { factory } = factoryOver(http);
  const allowance = new Allowance(100);
  const source = factory.open("acme", allowance);
  for (let call = 0; call < 3; call += 1) {
    expect(await source.page({ path: "/person/timeline" })).toMatchObject({
      outcome: "ok",
      value: { nextCursor: "c" },
    });
  }
  // First a token and a read; then twice a refused read, a token and a read.
  expect(allowance.spent).toBe(2 + 3 + 3);
});

test("hazards 63 to 65: a recovering server is retried later, and no secret is logged", async () => {
  let reads = 0;
  const { http } = await serve(
    partner((request, response) => {
      reads += 1;
      if (reads === 1) request.socket.destroy();
      else if (reads === 2) response.writeHead(502, { "content-type": "text/html" }).end("<html>bad gateway</html>");
      else if (reads === 3) response.writeHead(429, { "retry-after": "1" }).end();
      else if (reads === 4) response.end('{"items":[]}');
      else response.writeHead(422, { "content-type": "application/problem+json" }).end('{"status":422,"type":"urn:x"}');
    }),
  );
  const { factory, logger } = factoryOver(http);
  const source = factory.open("acme", new Allowance(100));
  expect((await source.page({ path: "/person/timeline" })).outcome).toBe("ok");
  expect(reads).toBe(4);
  expect(await source.page({ path: "/document/changes" })).toEqual({ outcome: "unprocessable" });
  expect(JSON.stringify(logger.lines)).not.toMatch(/hush|Bearer|t1/);
});

test("hazard 23: the server's Date defines the time", async () => {
  const { http } = await serve(
    partner((_, response) => {
      response.setHeader("date", "Mon, 05 Jan 2026 08:00:00 GMT").end('{"id":"p1"}');
    }),
  );
  const { factory } = factoryOver(http);
  const answer = await factory.open("acme", new Allowance(9)).one({ path: "/person/p1" });
  expect(answer).toMatchObject({ outcome: "ok", moment: { asOf: Date.UTC(2026, 0, 5, 8) } });
});

test("an instance that never responds leaves connections to others", async () => {
  const { http } = await serve(({ url }, response) => void (url?.startsWith("/helpful/") && response.end("{}")));
  const hanging = Array.from({ length: 64 }, (_, owner) => http.send(get(`/hanging/api/v1/en/person/${owner}`)));
  expect(await http.send(get("/helpful/api/v1/en/person/timeline?limit=1"))).toMatchObject({ status: 200 });
  await http.close();
  await Promise.all(hanging);
});

test("a request that waited for a connection isn't sent once it may no longer begin", async () => {
  let asked = 0;
  let isHeld = false;
  const { http } = await serve(
    (_, response) => {
      asked += 1;
      // After its response, nothing else may start.
      isHeld = true;
      response.writeHead(429, { "retry-after": "4" }).end();
    },
    { connections: 1 },
  );
  const mayBegin = () => !isHeld;
  const [first, second] = await Promise.all([http.send({ ...get(), mayBegin }), http.send({ ...get(), mayBegin })]);
  expect(first).toMatchObject({ outcome: "answered", status: 429 });
  expect(second).toEqual({ outcome: "skipped" });
  expect(asked).toBe(1);
});
