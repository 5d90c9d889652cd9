import { type EventType, eventTypes } from "../../kernel/catalogue.ts";
import { busRule } from "../../kernel/topology.ts";
import { eventSchema, eventTypeFacts, type JsonSchema } from "./event-schema.ts";
import { exampleEvent } from "./example-event.ts";

const description = `Every change that Feedhook publishes, on an EventBridge bus for the rules of internal teams. \`detail\` is the event,
\`detail-type\` its type. Types, fields and enumerations grow: ignore what you don't know. Delivery is at least once and in no
promised order: drop duplicates by \`detail.id\`, and order the events of a record by \`detail.subject.seq\`.`;

/** The AsyncAPI 3 document of the bus, generated from the event catalogue. */
export function asyncApiDocument() {
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Feedhook events",
      version: "1",
      description,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      tags: [{ name: "events", description: "Changes of records, and operational events of the bridge." }],
    },
    servers: {
      eventbridge: {
        host: "events.{region}.amazonaws.com",
        protocol: "eventbridge",
        description: "Amazon EventBridge, in the account and region of the stage.",
        variables: { region: { description: "The stage's region.", default: "eu-north-1" } },
      },
    },
    defaultContentType: "application/json",
    channels: {
      bus: {
        address: null,
        title: "The event bus",
        description: "The EventBridge bus of the stage; the stack's output names it.",
        messages: Object.fromEntries(eventTypes.map((type) => [type, { $ref: `#/components/messages/${type}` }])),
      },
    },
    operations: {
      publishEvent: {
        action: "send",
        channel: { $ref: "#/channels/bus" },
        summary: "Feedhook publishes an event",
        description:
          "Your rule on the bus receives it. `BridgeConsumer` creates one with a queue and a dead-letter queue.",
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

/** AsyncAPI declares the dialect once for the whole document. */
function withoutDialect(schema: JsonSchema): JsonSchema {
  const plain = { ...schema };
  delete plain.$schema;
  delete plain.$id;
  return plain;
}
