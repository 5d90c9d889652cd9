import { z } from "@hono/zod-openapi";
import { isoTime } from "../../kernel/instant.ts";
import { erasureOf } from "../../publishing/erasure-message.ts";
import { instanceName } from "../../source/instance.ts";
import { knownInstance } from "../access/own-resources.ts";
import { endpoint } from "../endpoint.ts";
import { answerSchema, inputSchema } from "../http/named-schemas.ts";

const erasedSubject = inputSchema("ErasedSubject", {
  type: z
    .enum(["person", "company", "project", "activity", "document"])
    .openapi({ description: "As in an event's `subject`.", example: "person" }),
  id: z.string().min(1).max(2_048).openapi({ example: "p4Kd" }),
});

const erasureInput = z
  .strictObject({ instance: instanceName.clone().openapi({ example: "acme" }), subject: erasedSubject })
  .openapi("ErasureInput");

const erasureAnswer = answerSchema("Erasure", {
  instance: z.string().openapi({ example: "acme" }),
  subject: erasedSubject,
  acceptedAt: z.iso.datetime().openapi({ example: "2026-11-21T09:12:33.481Z" }),
});

export const erasureRoutes = [
  endpoint("createErasure", "post", "/v1/erasures", {
    ...{ tag: "Events", who: "operator", scope: "manage" },
    summary: "Erase a record's history",
    description:
      "Within half an hour, deletes the record's events, the values of its changes, its quarantined rows, and endpoints' responses to its events. Data that the source still returns isn't deleted. You can safely repeat the request.",
    body: erasureInput,
    answers: { 202: ["The erasure is accepted", erasureAnswer] },
    async handle({ body: { instance, subject } }, services) {
      // Unknown records are also accepted, because a record's events can outlive its mirror item.
      await knownInstance(services, instance);
      await services.erasures.send([erasureOf({ instance, subject: subject.type, id: subject.id })]);
      return { instance, subject, acceptedAt: isoTime(services.clock.now()) };
    },
  }),
];
