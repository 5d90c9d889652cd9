import { expect, test } from "vitest";
import * as z from "zod";
import type { SqsEvent } from "../../../functions/runtime/messages/lambda-events.ts";
import { eachMessage, wholeBatch } from "../../../functions/runtime/messages/whole-batch.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const message = z.object({ n: z.number() });
const batchOf = (...bodies: readonly string[]): SqsEvent => ({
  Records: bodies.map((body, at) => ({ messageId: `m${at}`, body, attributes: { ApproximateReceiveCount: "1" } })),
});
const failed = (...ids: readonly string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});
const work = async (n: number): Promise<void> => {
  if (n < 0) throw new Error("negative");
};

const handlers = {
  eachMessage: (logger: SilentLogger) => eachMessage(message, logger, ({ n }) => work(n)),
  wholeBatch: (logger: SilentLogger) =>
    wholeBatch(message, logger, (batch) => Promise.allSettled(batch.map(({ message: { n } }) => work(n)))),
};

test.each(Object.entries(handlers))(
  "%s: only a rejected message and an unreadable one are received again",
  async (_, handlerOf) => {
    const logger = new SilentLogger();
    const batch = batchOf('{"n":1}', "{", '{"n":-1}', '{"n":2}');
    const answer = await handlerOf(logger)(batch);
    expect(answer.batchItemFailures).toHaveLength(2);
    expect(answer.batchItemFailures).toEqual(expect.arrayContaining(failed("m1", "m2").batchItemFailures));
    expect(logger.lines.map(({ fields }) => fields["messageId"]).toSorted()).toEqual(["m1", "m2"]);
  },
);

test("a message without a result is received again", async () => {
  const logger = new SilentLogger();
  const handler = wholeBatch(message, logger, () => Promise.resolve([{ status: "fulfilled", value: undefined }]));
  expect(await handler(batchOf('{"n":1}', '{"n":2}'))).toEqual(failed("m1"));
});
