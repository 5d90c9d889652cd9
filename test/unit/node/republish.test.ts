import { beforeEach, expect, test, vi } from "vitest";
import { createHandlers } from "../../../infra/node/create-handlers.ts";
import type { QueueName } from "../../../shared/kernel/topology.ts";
import { storedItem } from "../../../shared/mirror/mirror-item.ts";
import { eventKeyOf } from "../../../shared/publishing/stored-event.ts";
import { engineOfTest, eventually, type TestEngine } from "../../support/node-engine.ts";
import { mirrored, rise } from "../publishing/publishing-fixture.ts";

let opened: TestEngine;
beforeEach(() => {
  opened = engineOfTest();
});

/** The messages of a queue, removed from it. */
async function taken(name: QueueName): Promise<string[]> {
  const queue = opened.engine.queue(name);
  const messages = await queue.receive(10);
  await queue.acknowledge(messages);
  return messages.map(({ body }) => body);
}

test("the nightly check finds an event that never came out of the stream, with the function's rights", async () => {
  const { engine } = opened;
  const { recover } = createHandlers(engine);
  const observedAt = Date.now() - 3 * 3_600_000;
  await engine
    .table("mirror")
    .put([{ item: storedItem(mirrored({ observedAt, changeLog: [rise(1, { observedAt })] })) }]);
  const handle = async (body: string) => {
    const event = { Records: [{ messageId: "1", body, attributes: { ApproximateReceiveCount: "1" } }] };
    expect(await recover(event)).toEqual({ batchItemFailures: [] });
  };
  await handle(JSON.stringify({ kind: "sweep" }));
  const looks = (await taken("recover")).filter((body) => JSON.parse(body).kind === "republish");
  expect(looks).toHaveLength(1);
  await handle(looks[0]!);
  const [reported] = await taken("fanout");
  const { id, instance, type } = JSON.parse(reported!);
  expect({ instance, type }).toEqual({ instance: "acme", type: "company.updated" });
  expect(await engine.table("events").get(eventKeyOf(instance, id)!)).toBeDefined();
  await handle(looks[0]!);
  expect(await taken("fanout"), "once").toEqual([]);
});

test("the nightly check starts, though unfinished subscription changes take all the function's time", async () => {
  const { engine } = opened;
  const { recover } = createHandlers(engine);
  const table = engine.table("subscriptions");
  const queryIndex = table.queryIndex.bind(table);
  vi.spyOn(table, "queryIndex").mockImplementation((query) =>
    query.partition === "due-copies" ? new Promise(() => undefined) : queryIndex(query),
  );
  const body = JSON.stringify({ kind: "sweep" });
  void recover({ Records: [{ messageId: "1", body, attributes: { ApproximateReceiveCount: "1" } }] });
  await eventually(async () => (await taken("recover")).some((sent) => JSON.parse(sent).kind === "republish"));
});
