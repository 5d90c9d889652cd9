import { type EventType, eventTypes } from "../../kernel/catalogue.ts";
import { busRule } from "../../kernel/topology.ts";
import { eventSchema, eventTypeFacts, type JsonSchema } from "./event-schema.ts";
import { exampleEvent } from "./example-event.ts";

const description = `Feedhook publishes every change on an EventBridge bus, where internal teams receive it with their
own rules. \`detail\` is the event and \`detail-type\` is its type. Ignore types, fields and values that you don't know,
because new ones may be added. Events are delivered at least once, in no particular order. Use \`detail.id\` to drop
duplicates, and \`detail.subject.seq\` to order a record's events.`;

export function asyncApiDocument() {
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Feedhook events",
      version: "1",
      description,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      tags: [{ name: "events", description: "Changes to records, and operational events about the bridge." }],
    },
    servers: {
      eventbridge: {
        host: "events.{region}.amazonaws.com",
        protocol: "eventbridge",
        description: "Amazon EventBridge, in the stage's account and region.",
        variables: { region: { description: "The stage's region.", default: "eu-north-1" } },
      },
    },
    defaultContentType: "application/json",
    channels: {
      bus: {
        address: null,
        title: "The event bus",
        description: "The stage's EventBridge bus. The stack's output contains its name.",
        messages: Object.fromEntries(eventTypes.map((type) => [type, { $ref: `#/components/messages/${type}` }])),
      },
    },
    operations: {
      publishEvent: {
        action: "send",
        channel: { $ref: "#/channels/bus" },
        summary: "Feedhook publishes an event",
        description:
          "Your rule on the bus receives the event. `BridgeConsumer` creates a rule with a queue and a dead-letter queue.",
        messages: eventTypes.map((type) => ({ $ref: `#/channels/bus/messages/${type}` })),
      },
    },
    components: { messages: Object.fromEntries(eventTypes.map((type) => [type, messageOf(type)])) },
  };
}

function messageOf(type: EventType) {
  const payload: JsonSchema = {
    type: "object",
    properties: {
      source: { const: busRule.source },
      "detail-type": { const: type },
      detail: withoutDialect(eventSchema(type)),
    },
    required: ["source", "detail-type", "detail"],
  };
  return {
    name: type,
    title: type,
    summary: eventTypeFacts(type).description,
    contentType: "application/json",
    payload,
    examples: [{ name: type, payload: { source: busRule.source, "detail-type": type, detail: exampleEvent(type) } }],
  };
}

/** The AsyncAPI version determines the dialect of all schemas in the document. */
function withoutDialect(schema: JsonSchema): JsonSchema {
  const plain = { ...schema };
  delete plain.$schema;
  delete plain.$id;
  return plain;
}
