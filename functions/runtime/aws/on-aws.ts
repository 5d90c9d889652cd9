import type { Handler } from "../messages/lambda-events.ts";
import { trialRequest, trialSucceeded } from "../trial/trial.ts";
import type { AwsEngine } from "./aws-engine.ts";

/**
 * The longest time (ms) that an invocation waits for its spans to be sent. They can't be sent later, because the
 * process may be frozen after an invocation. The tracer rests after a failure, so an unreachable receiver delays only
 * one invocation every thirty seconds.
 */
const longestFlush = 500;

/**
 * Builds the engine and the handler at the first invocation. After a failed cold start, the next invocation tries
 * again. On a trial request, handles `trialEvent` and throws if that fails. The engine is imported at the first
 * invocation, because the single node imports the same modules and doesn't need the engine's AWS clients.
 */
export function onAws<E, R>(
  create: (engine: AwsEngine) => Handler<E, R> | Promise<Handler<E, R>>,
  trialEvent: NoInfer<E>,
): Handler<E, R> {
  let made: { readonly engine: AwsEngine; readonly handler: Handler<E, R> } | undefined;
  return async (event) => {
    if (made === undefined) {
      const { createAwsEngine } = await import("./aws-engine.ts");
      const engine = createAwsEngine(process.env);
      made = { engine, handler: await create(engine) };
    }
    const { engine, handler } = made;
    const isTrial = trialRequest.safeParse(event).success;
    try {
      const response = await handler(isTrial ? trialEvent : event);
      if (isTrial && !trialSucceeded(response)) throw new Error("the trial failed; the log says why");
      return response;
    } finally {
      engine.metrics.flush();
      await engine.tracer?.flush(longestFlush);
    }
  };
}
