import { describe, expect, it, vi } from "vitest";
import { loadEndpoint } from "../../../../shared/delivery/attempt/endpoint-cache.ts";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { aSubscription, subscribed } from "../delivery-world.ts";

describe("the endpoint cache", () => {
  it("sees a new address within ten seconds", async () => {
    const w = subscribed();
    await w.run(w.message(1));
    w.subscribe("sub_1", { url: "https://new.example.com/" });
    w.clock.advance(9_999);
    await w.run(w.message(2));
    w.clock.advance(1);
    await w.run(w.message(3));
    expect(w.posts.map(({ url }) => new URL(url).hostname)).toEqual([
      "hooks.example.com",
      "hooks.example.com",
      "new.example.com",
    ]);
  });

  it("sees it no later when the clock is set back", async () => {
    const w = subscribed();
    await w.run(w.message(1));
    w.subscribe("sub_1", { url: "https://new.example.com/" });
    w.clock.advance(-3_600_000);
    await w.run(w.message(2));
    expect(w.posts.map(({ url }) => new URL(url).hostname)).toEqual(["hooks.example.com", "new.example.com"]);
  });

  it("doesn't remember a failed read of a subscription", async () => {
    const w = subscribed();
    const find = vi.spyOn(w.endpoints, "get").mockImplementationOnce(() => {
      throw new EngineUnavailableError("throttled");
    });
    expect(await w.run(w.message())).toEqual(["rejected"]);
    expect(await w.run(w.message())).toEqual(["fulfilled"]);
    expect(find).toHaveBeenCalledTimes(2);
  });
});

it("the endpoint cache remembers as many endpoints as it may, the ones it read last", async () => {
  const w = subscribed();
  const ids = ["sub_1", "sub_2", "sub_3", "sub_4"];
  for (const id of ids) w.subscribe(id);
  const readsFor = async (...wanted: readonly string[]) => {
    const before = w.reads;
    for (const id of wanted) await w.run(w.message(1, {}, id));
    return w.reads - before;
  };
  expect(await readsFor("sub_1", "sub_2", "sub_3")).toBe(3);
  expect(await readsFor("sub_1", "sub_2", "sub_3"), "the world's capacity").toBe(0);
  expect(await readsFor("sub_4", "sub_3", "sub_2")).toBe(1);
  expect(await readsFor("sub_1")).toBe(1);
});

it.each([
  { name: "disabled", status: "disabled" as const, isActive: true },
  { name: "of a suspended partner", status: "active" as const, isActive: false },
])("the secrets of an endpoint that is $name stay sealed", async ({ status, isActive }) => {
  const w = subscribed({ status });
  w.access = { ...w.access, isActive };
  const opened = [vi.spyOn(w.store.secrets, "openSecrets"), vi.spyOn(w.store.secrets, "openHeaders")];
  await w.run(w.message());
  expect(opened.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

it.each([
  { url: "https://hooks.example.com/in", parts: {}, isAllowed: true },
  { url: "http://127.0.0.1:8080/in", parts: {}, isAllowed: false },
  { url: "http://127.0.0.1:8080/in", parts: { allowInsecure: true }, isAllowed: true },
  { url: "https://bridge.example.com/in", parts: { ownDomains: ["bridge.example.com"] }, isAllowed: false },
  { url: "https://bridge.example.com/in", parts: { ownUrl: "https://bridge.example.com" }, isAllowed: false },
  { url: undefined, parts: {}, isAllowed: false },
])("an address is judged by the rules of the day: $url with $parts, $isAllowed", async ({ url, parts, isAllowed }) => {
  const subscriptions = subscribed().store;
  const endpoint = await loadEndpoint(aSubscription({ url }), { subscriptions, allowInsecure: false, ...parts });
  expect(endpoint.url).toBe(isAllowed ? url : undefined);
});
