import { beforeEach, describe, expect, it, vi } from "vitest";
import { apiFixture, operatorKey } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
beforeEach(() => {
  api = apiFixture();
});
const problemOf = (name: string) => `urn:feedhook:problem:${name}`;

it.each(["/v1/openapi.json", "/asyncapi.json", "/portal", "/readyz"])(
  "%s has a limit with a valid key, too",
  async (path) => {
    const key = { authorization: `Bearer ${operatorKey}` };
    expect((await api.app.request("/v1/me", { headers: key })).status).toBe(200);
    const statuses = new Set<number>();
    for (let n = 0; n < 601; n += 1) statuses.add((await api.app.request(path, { headers: key })).status);
    expect(statuses).toContain(429);
    expect((await api.app.request("/v1/me", { headers: key })).status).toBe(200);
  },
);

it("an Accept-Encoding of any length is no list to sort", async () => {
  const header = { "accept-encoding": `${"a,".repeat(300)}br` };
  const answer = await api.app.request("/v1/openapi.json", { headers: header });
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, null]);
});

describe("an address that can't be decoded", () => {
  const broken = "%ffa".repeat(15_000);

  it.each([
    `/v1/${broken}`,
    `/portal/${broken}`,
    `/portal?frame=${broken}`,
    `/v1/subscriptions?cursor=${broken}`,
    "/%",
  ])("is decoded once and refused: %.20s", async (address) => {
    const decoders = [vi.spyOn(globalThis, "decodeURI"), vi.spyOn(globalThis, "decodeURIComponent")];
    const answer = await api.app.request(`http://localhost${address}`);
    expect(decoders.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(1);
    vi.restoreAllMocks();
    const text = await answer.text();
    expect([answer.status, JSON.parse(text).type]).toEqual([400, problemOf("invalid-request")]);
    expect(text.length).toBeLessThan(1_000);
  });
});

it.each(["application/json; x", "application/json;"])(
  "content type %j is refused or read, and no fault of ours",
  async (type) => {
    const { status } = await api.call("POST", "/v1/filters/test", { sample: {} }, { "content-type": type });
    expect(status).toBeLessThan(500);
  },
);
