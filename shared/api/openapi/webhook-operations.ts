import { type EventType, eventTypes, subject } from "../../kernel/catalogue.ts";
import { defined } from "../../kernel/defined.ts";
import { dataSchema, eventSchema, eventTypeFacts, subjectOfType } from "../event-types/event-schema.ts";
import { exampleEvent } from "../event-types/example-event.ts";
import type { Schema } from "./body-examples.ts";

const description = `An event, signed according to Standard Webhooks: \`webhook-id\`, \`webhook-timestamp\` and
\`webhook-signature\`. Return a 2xx status before the timeout. A 410 response disables the subscription. After any
other non-2xx response, or if no response arrives, Feedhook retries for about three days. It respects \`Retry-After\`
in 429 and 503 responses.`;

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
const schemaName = (type: EventType): string => `${pascal(type)}Event`;
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The schema of a record's `data` appears once for each subject. */
export function webhookSchemas(): Readonly<Record<string, Schema>> {
  const records = subject.options.flatMap((about) => {
    const type = eventTypes.find((one) => subjectOfType(one) === about);
    return about === "bridge" || type === undefined ? [] : [[`${pascal(about)}Data`, dataSchema(type)] as const];
  });
  const events = eventTypes.map((type) => [schemaName(type), eventOf(type)] as const);
  const mapping = Object.fromEntries(eventTypes.map((type) => [type, `#/components/schemas/${schemaName(type)}`]));
  const any = {
    description: "An event of any type. Ignore types that you don't know, because more may be added.",
    oneOf: eventTypes.map((type) => ref(schemaName(type))),
    discriminator: { propertyName: "type", mapping },
  };
  return { ...Object.fromEntries([...records, ...events]), WebhookEvent: any };
}

function eventOf(type: EventType): Schema {
  const about = subjectOfType(type);
  const data = about === "bridge" ? dataSchema(type) : ref(`${pascal(about)}Data`);
  return {
    description: eventTypeFacts(type).description,
    allOf: [
      ref("Event"),
      {
        type: "object",
        properties: {
          type: { type: "string", const: type },
          ...defined({ subject: eventSchema(type).properties?.["subject"] }),
          data,
        },
        required: ["type"],
      },
    ],
  };
}

export function webhookOperations() {
  const operations = eventTypes.map((type) => {
    const body = { schema: ref(schemaName(type)), example: exampleEvent(type) };
    return [type, operationOf(`on${pascal(type)}`, type, eventTypeFacts(type).description, body)] as const;
  });
  const any = { schema: ref("WebhookEvent"), example: exampleEvent("person.updated") };
  const types = `${description}\n\nTypes: ${eventTypes.join(", ")}.`;
  return { event: operationOf("onEvent", "Receive an event", types, any), ...Object.fromEntries(operations) };
}

function operationOf(operationId: string, summary: string, text: string, body: object) {
  const names = ["WebhookId", "WebhookTimestamp", "WebhookSignature", "WebhookReplay", "WebhookLate", "WebhookExample"];
  const retryAfter = { headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } };
  return {
    post: {
      ...{ operationId, summary, description: text, tags: ["Webhooks"], security: [] },
      parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: { required: true, content: { "application/json": body } },
      responses: {
        204: { description: "Received" },
        410: { description: "The endpoint is gone. Feedhook disables the subscription" },
        429: { description: "Retry later", ...retryAfter },
        503: { description: "Retry later", ...retryAfter },
      },
    },
  };
}
