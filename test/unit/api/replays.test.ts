import { beforeEach, describe, expect, it } from "vitest";
import { replayMessage } from "../../../shared/delivery/replay/replay-job.ts";
import { acmeApi, type apiFixture, eventAt } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let path: string;

beforeEach(async () => {
  api = await acmeApi();
  path = `/v1/subscriptions/${await api.subscribe({ eventTypes: ["person.*"] })}/replays`;
  await api.events.put([eventAt(api.clock.now() - 5_000, "7"), eventAt(api.clock.now() - 4_000, "8")]);
});

describe("POST …/replays", () => {
  it("is a dry run by default: it counts, shows a sample, and starts nothing", async () => {
    const { status, body } = await api.call("POST", path, { subject: { id: "8" } });
    expect(status).toBe(200);
    expect(body).toEqual({
      dryRun: true,
      matches: 1,
      complete: true,
      sample: [
        {
          event: eventAt(api.clock.now() - 4_000, "8").envelope.id,
          type: "person.updated",
          instance: "acme",
          detectedAt: "2026-11-21T11:59:56.000Z",
        },
      ],
    });
    expect((await api.call("GET", path)).body.items).toEqual([]);
    expect(api.recover.sent).toEqual([]);
  });

  it("starts on request, within the events' retention, and requests the first chunk", async () => {
    const { status, body } = await api.call("POST", path, {
      dryRun: false,
      since: "2020-01-01T00:00:00Z",
      until: "2099-01-01T00:00:00Z",
      perSecond: 5,
    });
    expect(status).toBe(202);
    expect(body).toMatchObject({
      state: "running",
      perSecond: 5,
      instances: ["acme"],
      criteria: { since: "2026-10-22T12:00:00.000Z", until: "2026-11-21T12:00:00.000Z", undelivered: false },
      progress: { scanned: 0, sent: 0 },
    });
    expect(api.recover.take().map((message) => replayMessage.parse(message).job)).toEqual([body.id]);
    expect((await api.call("GET", path)).body.items).toEqual([body]);
    expect((await api.call("GET", `${path}/${body.id}`)).body).toEqual(body);
  });

  it("allows at most five unfinished ones per subscription, and ten per partner", async () => {
    const paths = [path];
    for (let n = 0; n < 2; n += 1) paths.push(`/v1/subscriptions/${await api.subscribe()}/replays`);
    const begin = (at: string) => api.call("POST", at, { dryRun: false, perSecond: 1 });
    for (const at of paths.slice(0, 2)) {
      for (let n = 0; n < 5; n += 1) expect((await begin(at)).status).toBe(202);
      const { status, body } = await begin(at);
      expect([status, body.detail]).toEqual([409, expect.stringContaining("This subscription has the maximum")]);
    }
    const { status, body } = await begin(paths[2]!);
    expect([status, body.detail]).toEqual([409, expect.stringContaining("Your subscriptions have the maximum")]);
    const [{ id }] = (await api.call("GET", path)).body.items;
    expect((await api.call("POST", `${path}/${id}/cancel`)).status).toBe(200);
    expect((await begin(paths[2]!)).status).toBe(202);
  });

  it("searches for undelivered events from the subscription's creation on", async () => {
    expect((await api.call("POST", path, { undelivered: true })).body.errors).toMatchObject([{ field: "since" }]);
    api.clock.advance(60_000);
    await api.events.put([eventAt(api.clock.now() - 1_000, "9")]);
    expect((await api.call("POST", path, { undelivered: true })).body).toMatchObject({
      matches: 1,
      byState: { neverSent: 1 },
    });
  });

  it.each<[body: object, field: string, message?: string]>([
    [{ instances: ["other"] }, "instances"],
    [{ filter: { type: "x" } }, "filter.type"],
    [{ eventTypes: ["nonsense.*"] }, "eventTypes.0"],
    [{ events: ["nonsense"] }, "events.0"],
    [{ since: "2026-11-21T12:00:00Z" }, "since"],
    [{ since: "yesterday" }, "since", "must be a valid ISO datetime"],
    [{ perSecond: 0 }, "perSecond"],
  ])("refuses %j", async (input, field, message: string = expect.any(String)) => {
    const { status, body } = await api.call("POST", path, input);
    expect([status, body.errors]).toMatchObject([400, [{ field, message }]]);
  });

  it("refuses to start for a disabled subscription", async () => {
    await api.call("PATCH", path.replace("/replays", ""), { status: "disabled" });
    expect((await api.call("POST", path, { dryRun: false })).body.type).toMatch(/:wrong-state$/);
  });
});

describe("a running replay", () => {
  it("is paused, resumed and cancelled, each only from a valid state", async () => {
    const { body: job } = await api.call("POST", path, { dryRun: false });
    const change = async (name: string) => {
      const { status, body } = await api.call("POST", `${path}/${job.id}/${name}`);
      return status === 200 ? body.state : status;
    };
    expect(await change("resume")).toBe(409);
    expect(await change("pause")).toBe("paused");
    expect(await change("pause")).toBe(409);
    expect(await change("resume")).toBe("running");
    expect(await change("cancel")).toBe("cancelled");
    expect(await change("resume")).toBe(409);
  });

  it("no longer counts once it is paused and its subscription is deleted", async () => {
    const begin = async () => {
      const own = `/v1/subscriptions/${await api.subscribe()}`;
      return { own, ...(await api.call("POST", `${own}/replays`, { dryRun: false, perSecond: 1 })) };
    };
    for (let n = 0; n < 10; n += 1) {
      const { own, body } = await begin();
      expect((await api.call("POST", `${own}/replays/${body.id}/pause`)).status).toBe(200);
      expect((await api.call("DELETE", own)).status).toBe(204);
    }
    expect((await begin()).status).toBe(202);
  });

  it("isn't found under another subscription, nor by an invalid id", async () => {
    const { body: job } = await api.call("POST", path, { dryRun: false });
    const other = await api.subscribe({ kind: "pull" });
    expect((await api.call("GET", `/v1/subscriptions/${other}/replays/${job.id}`)).status).toBe(404);
    expect((await api.call("GET", `${path}/rpl_x`)).status).toBe(404);
    expect((await api.call("POST", `${path}/${"x".repeat(2_000)}/pause`)).status).toBe(404);
  });
});
