import { union } from "zod";
import { answerCredentialTest, credentialTestMessage } from "../shared/polling/credential-test/credential-tests.ts";
import { pollFeeds } from "../shared/polling/visits/poll-feeds.ts";
import { pollMessage } from "../shared/schedule/tick/poll-message.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer, type Replacement } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import type { BatchResponse, Handler, SqsEvent } from "./runtime/messages/lambda-events.ts";
import { eachMessage } from "./runtime/messages/whole-batch.ts";
import { credentialTesting, pollParts } from "./runtime/services/polling.ts";
import { trialEvents } from "./runtime/trial/trial-events.ts";

const message = union([pollMessage, credentialTestMessage]);

export function createPollHandler(
  engine: Engine,
  ...replacements: readonly Replacement[]
): Handler<SqsEvent, BatchResponse> {
  const container = createContainer(engine, ...replacements);
  const parts = container.get(pollParts);
  return eachMessage(message, engine.logger, (asked) =>
    "credentialTest" in asked ? answerCredentialTest(container.get(credentialTesting), asked) : pollFeeds(parts, asked),
  );
}

export const handler = onAws((engine) => createPollHandler(engine), trialEvents.poll);
