import { beforeEach, describe, expect, it, vi } from "vitest";
import { countedTurns } from "../../support/counted-turns.ts";
import { apiFixture } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
beforeEach(() => {
  api = apiFixture();
});

describe("many concurrent requests of a partner", () => {
  it("all run, two at a time, and other callers don't wait", async () => {
    const [one, other] = [await api.addPartner(), await api.addPartner()];
    const open = Promise.withResolvers<undefined>();
    const list = api.services.subscriptions.list.bind(api.services.subscriptions);
    const listed = vi.spyOn(api.services.subscriptions, "list").mockImplementation(async (partner, page) => {
      if (partner !== other.id) await open.promise;
      return list(partner, page);
    });
    const ask = (as?: typeof one.as) => api.call("GET", "/v1/subscriptions", undefined, as);
    const answers = [...Array.from({ length: 20 }, () => ask(one.as)), ask(), ask(), ask()];
    expect((await ask(other.as)).status).toBe(200);
    const running = (id: string) => listed.mock.calls.filter(([partner]) => partner === id).length;
    expect([running(one.id), running("prt_operator")]).toEqual([2, 3]);
    open.resolve(undefined);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array.from({ length: 23 }, () => 200));
  });

  it("fetch two at a time, even if they may wait for events", async () => {
    const one = await api.addPartner();
    const id = await api.subscribe({ kind: "pull" }, one.as);
    let [running, most] = [0, 0];
    vi.spyOn(api.services.pull, "fetch").mockImplementation(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((next) => setImmediate(next));
      running -= 1;
      return [];
    });
    const ask = () => api.call("GET", `/v1/subscriptions/${id}/poll`, undefined, one.as);
    await Promise.all(Array.from({ length: 10 }, ask));
    expect(most).toBe(2);
  });

  it("continue after a failed one", async () => {
    const one = await api.addPartner();
    vi.spyOn(api.services.subscriptions, "list").mockRejectedValue(new Error("broken"));
    const ask = () => api.call("GET", "/v1/subscriptions", undefined, one.as);
    const failed = await Promise.all(Array.from({ length: 10 }, ask));
    expect(failed.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 500));
    expect((await api.call("GET", "/v1/me", undefined, one.as)).status).toBe(200);
  });

  it("don't run if their client has gone while they waited", async () => {
    const one = await api.addPartner();
    const open = Promise.withResolvers<undefined>();
    const list = vi.spyOn(api.services.subscriptions, "list").mockImplementation(async () => {
      await open.promise;
      return { items: [], more: false };
    });
    const clients = Array.from({ length: 6 }, () => new AbortController());
    const answers = clients.map(({ signal }) =>
      api.app.request(new Request("http://localhost/v1/subscriptions", { headers: one.as, signal })),
    );
    await vi.waitFor(() => {
      expect(list.mock.calls).toHaveLength(2);
    });
    // The others wait for their turn by then.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
    for (const client of clients.slice(2, 5)) client.abort();
    open.resolve(undefined);
    expect((await answers[5])?.status).toBe(200);
    expect(list.mock.calls).toHaveLength(3);
  });

  it("leave event-loop turns to others", async () => {
    const one = await api.addPartner();
    const ask = () => api.call("GET", "/v1/me", undefined, one.as);
    expect(await countedTurns(() => Promise.all(Array.from({ length: 50 }, ask)))).toBeGreaterThanOrEqual(24);
  });
});
