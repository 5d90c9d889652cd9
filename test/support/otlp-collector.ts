import { createServer, type Server, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { closeServer, listenLocally } from "./local-server.ts";

const attribute = z.strictObject({
  key: z.string(),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^\d+$/) }),
  ]),
});
const nanoseconds = z.string().regex(/^\d{19}$/);

/** A span as OTLP's JSON has it. Everything else is refused. */
const span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.enum(["poll", "publish", "fanout", "deliver"]),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: z.array(attribute),
  status: z.strictObject({ code: z.literal(2) }).optional(),
});
const request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.literal("feedhook") }), spans: z.array(span) }),
      ),
    }),
  ),
});

/** The values of a span's attributes by name. */
export function attributesOf(one: Pick<CollectedSpan, "attributes">): Readonly<Record<string, string>> {
  return Object.fromEntries(one.attributes.map(({ key, value }) => [key, Object.values(value).join("")]));
}

export type CollectedSpan = z.infer<typeof span>;

/** A receiver of OTLP over HTTP that checks what it gets. */
export class OtlpCollector {
  url = "";
  readonly #server: Server;
  readonly spans: CollectedSpan[] = [];
  /** What each request said about its process. */
  readonly resources: Readonly<Record<string, string>>[] = [];
  requests = 0;
  faults: unknown[] = [];

  private constructor(respond: (response: ServerResponse) => void) {
    this.#server = createServer((incoming, response) => {
      this.requests += 1;
      json(incoming)
        .then((body) => {
          if (incoming.method !== "POST" || incoming.url !== "/v1/traces") throw new Error(`${incoming.url}`);
          const { resourceSpans } = request.parse(body);
          for (const { resource } of resourceSpans) this.resources.push(attributesOf(resource));
          for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) this.spans.push(...spans);
        })
        .catch((error: unknown) => this.faults.push(error))
        .finally(() => {
          respond(response);
        });
    });
  }

  static async start(
    respond: (response: ServerResponse) => void = (response) => response.end("{}"),
  ): Promise<OtlpCollector> {
    const collector = new OtlpCollector(respond);
    collector.url = await listenLocally(collector.#server);
    return collector;
  }

  stop(): Promise<void> {
    return closeServer(this.#server);
  }
}
