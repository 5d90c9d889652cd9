import * as z from "zod";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import type { Handler } from "./runtime/messages/lambda-events.ts";
import { createCanaryProbe } from "./runtime/services/canary.ts";
import { trialEvents } from "./runtime/trial/trial-events.ts";

/** API Gateway always passes the path of a request; the schedule's event has none. */
const byRoute = z.object({ rawPath: z.string() });
const httpEvent = z.object({
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(""),
  isBase64Encoded: z.boolean().default(false),
});
export type CanaryAnswer = { readonly statusCode: 204 | 401 } | undefined;

/** Sends a canary event when the schedule fires. A request from API Gateway may be such an event coming back. */
export function createCanaryHandler(engine: Engine, url: string): Handler<unknown, CanaryAnswer> {
  const canary = createCanaryProbe(createContainer(engine), url);
  return async (event) => {
    if (!byRoute.safeParse(event).success) {
      await canary.send();
      return undefined;
    }
    const { headers, body, isBase64Encoded } = httpEvent.parse(event);
    const text = isBase64Encoded ? Buffer.from(body, "base64").toString("utf8") : body;
    const outcome = await canary.receive({ headers, body: text });
    return { statusCode: outcome === "measured" ? 204 : 401 };
  };
}

export const handler = onAws((engine) => createCanaryHandler(engine, engine.canaryUrl), trialEvents.canary);
