import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { OpenAPIHono } from "@hono/zod-openapi";
import { etag } from "hono/etag";
import { afterEach, describe, expect, it, vi } from "vitest";
import { constantDocument } from "../../../shared/api/http/constant-document.ts";
import { eventTypes } from "../../../shared/kernel/catalogue.ts";
import { apiFixture } from "./api-fixture.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const paths = ["/v1/openapi.json", "/asyncapi.json", "/schemas/events/person.updated.json"];

/** How often a document was written as text: the least that building it takes. */
function countWritten(): Map<string, number> {
  const counts = new Map<string, number>();
  const stringify = JSON.stringify.bind(JSON);
  vi.spyOn(JSON, "stringify").mockImplementation((...given: Parameters<typeof JSON.stringify>) => {
    const [value] = given as unknown as [unknown];
    if (typeof value === "object" && value !== null) {
      const kind = ["openapi", "asyncapi", "$id"].find((name) => name in value);
      if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return stringify(...given);
  });
  return counts;
}

describe("a document without a key", () => {
  it("is built once for any number of concurrent or sequential requests, in any encoding", async () => {
    const { app } = apiFixture();
    const build = vi.spyOn(app, "getOpenAPI31Document");
    const written = countWritten();
    const ask = async (path: string, encoding: string) =>
      app.request(path, { headers: { "accept-encoding": encoding } });
    for (const path of paths) {
      const encodings = ["br", "gzip", "identity", "gzip, br"];
      await Promise.all([...encodings, ...encodings].map((encoding) => ask(path, encoding)));
      for (const encoding of encodings) expect((await ask(path, encoding)).status).toBe(200);
    }
    expect(build).toHaveBeenCalledTimes(1);
    expect(Object.fromEntries(written)).toEqual({ openapi: 1, asyncapi: 1, $id: 1 });
  });

  it.each(paths)("%s has one text per encoding, each with its own strong ETag", async (path) => {
    const { app } = apiFixture();
    const read = async (headers: Record<string, string>) => {
      const answer = await app.request(path, { headers });
      return { headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()), status: answer.status };
    };
    const plain = await read({});
    const br = await read({ "accept-encoding": "gzip, deflate, br" });
    const gz = await read({ "accept-encoding": "br;q=0, gzip;q=0.5" });
    expect([plain, br, gz].map((one) => one.headers.get("content-encoding"))).toEqual([null, "br", "gzip"]);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gz.body).equals(plain.body)).toBe(true);
    const tags = [plain, br, gz].map((one) => one.headers.get("etag") ?? "");
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}(-br|-gzip)?"$/);
    for (const one of [plain, br, gz]) {
      expect(one.headers.get("vary")).toBe("accept-encoding");
      expect(one.headers.get("cache-control")).toBe("public, max-age=3600");
    }
    const again = await read({ "accept-encoding": "br", "if-none-match": `"other", ${tags[1] ?? ""}` });
    expect([again.status, again.body.length, again.headers.get("etag")]).toEqual([304, 0, tags[1]]);
    expect([again.headers.get("vary"), again.headers.get("content-encoding")]).toEqual(["accept-encoding", null]);
    expect((await read({ "if-none-match": tags[1] ?? "" })).status).toBe(200);
    expect(plain.body.length).toBeGreaterThan(4 * (path.startsWith("/schemas") ? 0 : br.body.length));
  });

  it("keeps one schema per event type, and nothing for other names", async () => {
    const { app } = apiFixture();
    const written = countWritten();
    for (let round = 0; round < 2; round += 1) {
      for (const type of eventTypes) expect((await app.request(`/schemas/events/${type}.json`)).status).toBe(200);
    }
    expect(written.get("$id")).toBe(eventTypes.length);
    for (const name of ["person.updated", "nothing.json", "__proto__.json"]) {
      expect((await app.request(`/schemas/events/${name}`)).status).toBe(404);
    }
  });

  it("is rebuilt at the next request after a failure", async () => {
    let asked = 0;
    const app = new OpenAPIHono();
    app.onError((_, context) => context.body(null, 500));
    const build = () => {
      asked += 1;
      if (asked === 1) throw new Error("out of memory");
      return { asked };
    };
    app.get("/document", etag(), constantDocument("application/json", build));
    expect((await app.request("/document")).status).toBe(500);
    expect(await (await app.request("/document")).text()).toBe('{"asked":2}');
    expect(await (await app.request("/document")).text()).toBe('{"asked":2}');
  });
});
