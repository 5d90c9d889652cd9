import { SendMessageBatchCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { EngineUnavailableError, InvalidInputError } from "../../kernel/errors.ts";
import { sha256 } from "../../kernel/hash.ts";
import { checkMessage, longestMessage, type OutgoingMessage, type QueueSender } from "../../kernel/ports/queue.ts";
import { withEngineFaults } from "./engine-fault.ts";
import { inBatches } from "./in-batches.ts";
import { inParallel } from "./in-parallel.ts";
import { type RetryParts, repeatRefused } from "./retries.ts";

/** Limits of one request. */
const limits = { count: 10, bytes: longestMessage };
const requestsAtOnce = 8;
/** The group names that SQS accepts. Any other group name is sent as its hash. */
const groupName = /^[\w!"#$%&'()*+,\-./:;<=>?@[\\\]^`{|}~]{1,128}$/;

export type SqsQueueParts = RetryParts & { readonly client: SQSClient; readonly queueUrl: string };

export class SqsQueue implements QueueSender {
  readonly #parts: SqsQueueParts;

  constructor(parts: SqsQueueParts) {
    this.#parts = parts;
  }

  async send(messages: readonly OutgoingMessage[]): Promise<void> {
    for (const message of messages) checkMessage(message);
    const packs = inBatches(messages, limits, ({ body }) => Buffer.byteLength(body));
    await inParallel(requestsAtOnce, packs, (pack) => this.#sendPack(pack));
  }

  async #sendPack(pack: readonly OutgoingMessage[]): Promise<void> {
    const left = await repeatRefused(pack, (messages) => this.#attempt(messages), this.#parts);
    if (left.length > 0) throw new EngineUnavailableError(`${this.#parts.queueUrl} refused messages: ${left.length}`);
  }

  async #attempt(messages: readonly OutgoingMessage[]): Promise<readonly OutgoingMessage[]> {
    const { client, queueUrl: QueueUrl } = this.#parts;
    const Entries = messages.map((message, position) => entryOf(message, position));
    const command = new SendMessageBatchCommand({ QueueUrl, Entries });
    const { Failed = [] } = await withEngineFaults(QueueUrl, () => client.send(command));
    const [ours] = Failed.filter(({ SenderFault }) => SenderFault === true);
    if (ours !== undefined) {
      throw new InvalidInputError("message", [{ path: ours.Id ?? "", message: `SQS refused it: ${ours.Code ?? ""}` }]);
    }
    const failed = new Set(Failed.map(({ Id }) => Id));
    return messages.filter((_, position) => failed.has(String(position)));
  }
}

function entryOf({ body, group, delaySeconds }: OutgoingMessage, position: number) {
  return {
    Id: String(position),
    MessageBody: body,
    // The delay is rounded up, because a message must never arrive before its time.
    DelaySeconds: delaySeconds === undefined ? undefined : Math.ceil(delaySeconds),
    MessageGroupId: group === undefined || groupName.test(group) ? group : sha256(group).toString("base64url"),
  };
}
