import { describe, expect, it } from "vitest";
import { apiFixture } from "./api-fixture.ts";

describe("If-Match", () => {
  it.each([
    ["/v1/subscriptions", { kind: "pull", eventTypes: ["*"] }, { description: "x" }],
    ["/v1/partners", { name: "Acme" }, { name: "Acme CRM" }],
  ])("on %s changes only the version that was read", async (list, input, patch) => {
    const api = apiFixture();
    const path = `${list}/${(await api.call("POST", list, input)).body.id}`;
    const read = (await api.call("GET", path)).headers.get("etag")!;
    const change = (tag: string) => api.call("PATCH", path, patch, { "if-match": tag });
    const changed = await change(read);
    expect(changed.status).toBe(200);
    const stale = await change(read);
    expect([stale.status, stale.body.type]).toEqual([412, "urn:feedhook:problem:precondition-failed"]);
    expect((await change(changed.headers.get("etag")!)).status).toBe(200);
    expect((await change(`"9.x", *`)).status).toBe(412);
    expect((await change("*")).status).toBe(200);
    expect((await change("nonsense")).status).toBe(412);
    expect((await api.call("PATCH", path, patch)).status).toBe(200);
  });

  it("still matches after the endpoint's state changed, while a conditional read sees the change", async () => {
    const api = apiFixture();
    const id = await api.subscribe();
    const path = `/v1/subscriptions/${id}`;
    const read = (await api.call("GET", path)).headers.get("etag")!;
    expect((await api.call("GET", path, undefined, { "if-none-match": read })).status).toBe(304);
    await api.services.endpointHealth.follow({ partner: "prt_operator", subscription: id }, false);
    expect((await api.call("GET", path, undefined, { "if-none-match": read })).status).toBe(200);
    expect((await api.call("PATCH", path, { description: "x" }, { "if-match": read })).status).toBe(200);
  });
});
