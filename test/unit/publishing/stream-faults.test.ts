import fc from "fast-check";
import { expect, it } from "vitest";
import { company, heartbeat, publisher, record } from "./publishing-fixture.ts";

/** What can be in a batch. `noImage` fails where the stream's record is read, `unknownShape` where its item is. */
const kinds = ["event", "refused", "heartbeat", "erasure", "noImage", "unknownShape"] as const;
type Kind = (typeof kinds)[number];

const unreadable = new Set<Kind>(["noImage", "unknownShape"]);

function recordOf(kind: Kind, n: number) {
  const id = `${kind}-${n}`;
  switch (kind) {
    case "heartbeat":
      return record(n, heartbeat(n, n));
    case "erasure":
      return record(n, company(id, { forgetBelow: 1 }), company(id, { seq: 0 }));
    case "noImage":
      return { eventName: "MODIFY" as const, dynamodb: { SequenceNumber: String(n), Keys: {} } };
    case "unknownShape":
      return record(n, { pk: "acme#company#1", sk: id, changeLog: "?" });
    default:
      return record(n, company(id));
  }
}

function batchOf(batch: readonly Kind[], { refused }: { readonly refused: Set<string> }) {
  batch.forEach((kind, n) => kind === "refused" && refused.add(`refused-${n}`));
  return { Records: batch.map(recordOf) };
}

it("a batch of the change stream with two faults at once always returns the first unfinished record, and skips only heartbeats and erasures before it", async () => {
  const part = fc.constantFrom("bus", "events", "feeds", "recover");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 8 }),
      fc.option(part),
      async (batch, broken) => {
        const stream = publisher();
        if (broken !== null) stream.broken.add(broken);
        const answer = await stream.handle(batchOf(batch, stream));

        const firstUnreadable = batch.findIndex((kind) => unreadable.has(kind));
        const readable = firstUnreadable < 0 ? batch : batch.slice(0, firstUnreadable);
        const firstRefused = readable.indexOf("refused");
        const done = firstRefused < 0 ? readable : readable.slice(0, firstRefused);
        const needs = (kind: string) =>
          broken === "feeds" ? kind === "heartbeat" : broken === "recover" ? kind === "erasure" : kind !== "heartbeat";
        const isDown =
          broken !== null && (broken === "bus" || broken === "events" ? readable : done).some((kind) => needs(kind));
        // If the batch fails as a whole, each record is tried by itself.
        const firstNeeding = isDown ? readable.findIndex((kind) => kind === "refused" || needs(kind)) : done.length;
        const failed = firstNeeding < batch.length ? firstNeeding : undefined;
        expect(answer.batchItemFailures).toEqual(failed === undefined ? [] : [{ itemIdentifier: String(failed) }]);

        const published = new Set(stream.published.map(({ detail }) => JSON.parse(detail).subject.id));
        const before = done.slice(0, failed);
        before.forEach((kind, n) => {
          if (kind !== "heartbeat") expect(published).toContain(`${kind}-${n}`);
        });
        const heartbeats = done.flatMap((kind, n) => (kind === "heartbeat" ? [String(n)] : []));
        const erasures = done.flatMap((kind, n) => (kind === "erasure" ? [`erasure-${n}`] : []));
        const seen = stream.beats().map(({ sk }) => sk);
        const asked = stream.recover.take().map((message) => (message as { id: string }).id);
        if (isDown) {
          expect(heartbeats).toEqual(expect.arrayContaining(seen));
          expect(seen).toEqual(expect.arrayContaining(heartbeats.filter((n) => Number(n) < firstNeeding)));
          expect(erasures).toEqual(expect.arrayContaining(asked));
        } else expect([seen, asked]).toEqual([heartbeats, erasures]);
      },
    ),
    { numRuns: 400 },
  );
});
