import { describe, expect, it } from "vitest";
import { company, heartbeat, publisher, record, start } from "./publishing-fixture.ts";

const minute = 60_000;

/** A record with the time of its change, as Lambda passes it. */
function changedAt(at: number, { eventName, dynamodb }: ReturnType<typeof record>) {
  return { eventName, dynamodb: { ...dynamodb, ApproximateCreationDateTime: at / 1_000 } };
}

const unreadable = (n: number) => record(n, { pk: "acme#company#1", sk: `u-${n}`, changeLog: "?" });
const failure = (n: number) => ({ batchItemFailures: [{ itemIdentifier: String(n) }] });
const done = { batchItemFailures: [] };

/** Returns a publisher that gets a change from other shards every minute, and tries `poisonous` after each change. */
async function afterMinutes(minutes: number, poisonous: object, stream = publisher()) {
  const batch = { Records: [poisonous, changedAt(start, record(8, company("behind")))] } as never;
  for (let passed = 1; passed <= minutes; passed += 1) {
    stream.clock.advance(minute);
    await stream.handle({ Records: [changedAt(stream.clock.now(), record(1_000 + passed, company(`c${passed}`)))] });
    await stream.handle(batch);
  }
  return { stream, batch };
}

describe("a record that keeps failing while others are published", () => {
  it.each([
    ["can't be read", unreadable(7)],
    ["has no image", { eventName: "MODIFY" as const, dynamodb: { SequenceNumber: "7", Keys: {} } }],
    ["is refused by the bus", record(7, company("refused"))],
  ])(
    "and %s waits 15 minutes in the stream, then goes to the bucket, and the stream continues behind it",
    async (_, one) => {
      const stream = publisher();
      stream.refused.add("refused");
      const poisonous = changedAt(start, one);
      const { batch } = await afterMinutes(14, poisonous, stream);
      expect(await stream.handle(batch)).toEqual(failure(7));
      expect(stream.kept).toEqual([]);

      stream.clock.advance(minute);
      expect(await stream.handle(batch), "Lambda retries from the record behind it").toEqual(failure(8));
      expect(stream.kept.map(({ sequenceNumber, at }) => [sequenceNumber, at])).toEqual([["7", start]]);
      const { ApproximateCreationDateTime: time, ...stored } = poisonous.dynamodb;
      expect(time).toBe(start / 1_000);
      expect(stream.kept[0]!.record, "it could be published from the bucket").toEqual({ ...one, dynamodb: stored });
      expect(stream.logger.lines.map(({ event }) => event)).toContain("publish.set_aside");
    },
  );

  it("ends the batch if it comes last", async () => {
    const { stream } = await afterMinutes(15, changedAt(start, unreadable(7)), publisher());
    const last = { Records: [changedAt(start, unreadable(9))] };
    expect(await stream.handle(last)).toEqual(done);
  });

  it("stays in the stream if the bucket can't take it", async () => {
    const stream = publisher();
    stream.broken.add("bucket");
    const { batch } = await afterMinutes(16, changedAt(start, unreadable(7)), stream);
    expect(await stream.handle(batch)).toEqual(failure(7));
    expect(stream.logger.lines.map(({ event }) => event)).toContain("publish.set_aside_failed");
  });

  it("is published instead if a separate retry succeeds", async () => {
    const stream = publisher();
    stream.refused.add("late");
    const { batch } = await afterMinutes(14, changedAt(start, record(7, company("late"))), stream);
    stream.clock.advance(minute);
    // The bus accepts the record from the second attempt on.
    const bus = { ...stream.bus };
    stream.bus.publish = async (entries) => {
      const answer = await bus.publish(entries);
      stream.refused.clear();
      return answer;
    };
    expect(await stream.handle(batch)).toEqual(failure(8));
    expect(stream.kept).toEqual([]);
  });
});

describe("a record that keeps failing in a process that gets nothing else", () => {
  const batch = { Records: [changedAt(start, unreadable(7))] };

  /** Tries the record every minute, while another process gets a canary every five minutes. */
  async function afterMinutesBeside(minutes: number, stream = publisher()) {
    const other = stream.another();
    for (let passed = 1; passed <= minutes; passed += 1) {
      stream.clock.advance(minute);
      const canary = { Records: [changedAt(stream.clock.now(), record(1_000 + passed, company(`c${passed}`)))] };
      if (passed % 5 === 0) await other(canary);
      await stream.handle(batch);
    }
    return stream;
  }

  it("goes to the bucket as early as elsewhere, because another process publishes", async () => {
    const stream = await afterMinutesBeside(14);
    expect(stream.kept).toEqual([]);
    stream.clock.advance(minute);
    expect(await stream.handle(batch)).toEqual(done);
    expect(stream.kept).toHaveLength(1);
  });

  it.each(["bus", "events"] as const)("waits in the stream as long as %s is down", async (part) => {
    const stream = publisher();
    await stream.handle(batch);
    stream.clock.advance(minute);
    await stream.another()({ Records: [record(1, company("before"))] });
    stream.broken.add(part);
    const other = stream.another();
    for (let passed = 1; passed <= 60; passed += 1) {
      stream.clock.advance(minute);
      // Heartbeats come through all the same.
      await other({ Records: [record(8, heartbeat(1, passed))] });
      expect(await stream.handle(batch)).toEqual(failure(7));
    }
    expect(stream.beats()).toHaveLength(1);
    expect(stream.kept).toEqual([]);
  });

  it("waits after a deployment that can't read what has waited for hours, though the former code just published", async () => {
    const stream = publisher();
    stream.clock.advance(120 * minute);
    await stream.another()({ Records: [record(1, company("before"))] });
    for (let passed = 1; passed <= 20; passed += 1) {
      stream.clock.advance(minute);
      expect(await stream.handle(batch)).toEqual(failure(7));
    }
    expect(stream.kept).toEqual([]);
  });

  it("waits if the tables can't say that others publish, and publishes what it can", async () => {
    const stream = publisher();
    stream.feeds.put = async () => {
      throw new Error("feeds is down");
    };
    expect(await stream.another()({ Records: [record(1, company("one"))] })).toEqual(done);
    expect((await afterMinutesBeside(20, stream)).kept).toEqual([]);
  });
});

describe("records that fail together with everything else", () => {
  it.each(["bus", "events"] as const)("wait in the stream as long as %s is down", async (part) => {
    const stream = publisher();
    await stream.handle({ Records: [record(1, company("before"))] });
    stream.broken.add(part);
    for (let passed = 1; passed <= 300; passed += 1) {
      stream.clock.advance(minute);
      const batch = { Records: [changedAt(start, record(7, company("c7"))), record(8, heartbeat(1, passed))] };
      expect(await stream.handle(batch)).toEqual(failure(7));
    }
    expect(stream.kept).toEqual([]);
    expect(stream.beats(), "polling pauses").toEqual([]);
    stream.broken.delete(part);
    expect(await stream.handle({ Records: [changedAt(start, record(7, company("c7")))] })).toEqual(done);
  });

  it("wait after a deployment that can't read any, which has published nothing", async () => {
    const stream = publisher();
    stream.clock.advance(120 * minute);
    expect(await stream.handle({ Records: [changedAt(start, unreadable(7)), record(8, heartbeat(1, 1))] })).toEqual(
      failure(7),
    );
    expect(stream.kept).toEqual([]);
  });
});
