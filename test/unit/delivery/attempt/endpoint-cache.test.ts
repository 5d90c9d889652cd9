import { describe, expect, it, vi } from "vitest";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { subscribed } from "../delivery-world.ts";

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
