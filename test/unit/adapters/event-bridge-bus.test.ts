import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { EventBridgeBus } from "../../../shared/adapters/aws/event-bridge-bus.ts";
import type { BusEntry } from "../../../shared/kernel/ports/event-bus.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { testContext } from "../../support/test-context.ts";

const client = mockClient(new EventBridgeClient({}));
const logger = new SilentLogger();
const clock = new FakeClock();
const bus = new EventBridgeBus({
  ...{ client: client as unknown as EventBridgeClient, busName: "feedhook-bus" },
  ...testContext({ clock, logger }),
});
const entry = (id: string, detail = "{}"): BusEntry => {
  return { id, type: "person.updated", time: 1_760_000_000_000, detail };
};
const sentCounts = () => client.commandCalls(PutEventsCommand).map(({ args: [{ input }] }) => input.Entries?.length);
const ok = { EventId: "1" };
const fault = (name: string) => Object.assign(new Error(name), { name });

beforeEach(() => {
  client.reset();
  logger.lines.length = 0;
});

describe("EventBridgeBus", () => {
  it("sends bus, source, type, time and detail", async () => {
    client.on(PutEventsCommand).resolves({ Entries: [ok] });
    await bus.publish([entry("evt_1", `{"id":"evt_1"}`)]);
    expect(client.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries).toEqual([
      {
        EventBusName: "feedhook-bus",
        Source: "feedhook",
        DetailType: "person.updated",
        Time: new Date(1_760_000_000_000),
        Detail: `{"id":"evt_1"}`,
      },
    ]);
  });

  it("retries only the entries that were refused temporarily", async () => {
    client
      .on(PutEventsCommand)
      .resolvesOnce({ FailedEntryCount: 1, Entries: [ok, { ErrorCode: "ThrottlingException" }, ok] })
      .resolves({ Entries: [ok] });
    expect(await bus.publish([entry("a"), entry("b"), entry("c")])).toEqual({ refused: [] });
    expect(sentCounts()).toEqual([3, 1]);
  });

  it("returns entries that stay refused, and doesn't retry permanent refusals", async () => {
    client.on(PutEventsCommand).callsFake(({ Entries }: PutEventsCommand["input"]) => ({
      Entries: Entries?.map(({ Detail }) =>
        Detail === "bad" ? { ErrorCode: "MalformedDetail" } : { ErrorCode: "InternalFailure" },
      ),
    }));
    const { refused } = await bus.publish([entry("a", "bad"), entry("b")]);
    expect(refused.toSorted()).toEqual(["a", "b"]);
    expect(sentCounts().slice(0, 3)).toEqual([2, 1, 1]);
    expect(logger.lines.filter(({ event }) => event === "bus.refused")).toMatchObject([
      { fields: { id: "a", code: "MalformedDetail" } },
    ]);
  });

  it("counts an entry without a result as refused", async () => {
    client.on(PutEventsCommand).resolves({});
    expect(await bus.publish([entry("a")])).toEqual({ refused: ["a"] });
    expect(sentCounts().length, "it may be taken later").toBeGreaterThan(1);
  });

  it("treats a throttled request as refused entries, and retries it", async () => {
    client
      .on(PutEventsCommand)
      .rejectsOnce(fault("ThrottlingException"))
      .resolves({ Entries: [ok, ok] });
    expect(await bus.publish([entry("a"), entry("b")])).toEqual({ refused: [] });
  });

  it("stops in time for its function however slowly the bus refuses, and counts the rest as refused", async () => {
    const hundred = Array.from({ length: 100 }, (_, position) => entry(`evt_${position}`));
    const beganAt = clock.now();
    client.on(PutEventsCommand).callsFake(() => {
      // As long as one request may take.
      clock.advance(6_000);
      throw fault("TimeoutError");
    });
    const { refused } = await bus.publish(hundred);
    expect(new Set(refused)).toEqual(new Set(hundred.map(({ id }) => id)));
    // Eight requests were in flight when the time was up, and on this clock they are sequential.
    expect(clock.now() - beganAt).toBeLessThan(30_000 + 8 * 6_000 + 6_000);
  });

  it("fills a request up to its limit: a megabyte of details, types, sources and 14 bytes per event", async () => {
    client
      .on(PutEventsCommand)
      .callsFake(({ Entries }: PutEventsCommand["input"]) => ({ Entries: Entries?.map(() => ok) }));
    const quarter = "x".repeat(250_000 - 14 - "feedhook".length - "person.updated".length);
    const four = ["a", "b", "c", "d"].map((id) => entry(id, quarter));
    await bus.publish(four);
    await bus.publish([...four.slice(0, 3), entry("e", `${quarter}x`)]);
    expect(sentCounts()).toEqual([4, 3, 1]);
  });

  it("throws faults that retries can't fix", async () => {
    client.on(PutEventsCommand).rejects(fault("AccessDeniedException"));
    await expect(bus.publish([entry("a")])).rejects.toThrow("AccessDeniedException");
    expect(sentCounts()).toEqual([1]);
  });
});
