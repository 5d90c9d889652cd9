import { z } from "@hono/zod-openapi";
import { erasureOf } from "../../publishing/erasure-message.ts";
import { instanceName } from "../../source/instance.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";

const erasedSubject = z
  .strictObject({
    type: z
      .enum(["person", "company", "project", "activity", "document"])
      .openapi({ description: "As in an event's `subject`.", example: "person" }),
    id: z.string().min(1).max(2_048).openapi({ example: "p4Kd" }),
  })
  .openapi("ErasedSubject");

const erasureInput = z
  .strictObject({ instance: instanceName.clone().openapi({ example: "acme" }), subject: erasedSubject })
  .openapi("ErasureInput");

const erasureAnswer = z
  .object({
    instance: z.string().openapi({ example: "acme" }),
    subject: erasedSubject,
    acceptedAt: z.iso.datetime().openapi({ example: "2026-11-21T09:12:33.481Z" }),
  })
  .openapi("Erasure");

const ask = apiRoute(
  { who: "operator", scope: "manage" },
  {
    tags: ["Events"],
    method: "post",
    path: "/v1/erasures",
    operationId: "createErasure",
    summary: "Erase a record's history",
    description:
      "Within half an hour, deletes the record's events, the values of its changes, its quarantined rows, and endpoints' responses to its events. Data that the source still returns isn't deleted. You can safely repeat the request.",
    request: { body: jsonBody(erasureInput) },
    responses: {
      202: jsonAnswer("The erasure is accepted", erasureAnswer),
      ...problemAnswers("invalid-request", "malformed-json", "not-found", "body-too-large", "unsupported-media-type"),
    },
  },
);

export function erasureRoutes({ instances, erasures, clock }: ApiServices): ApiRouter {
  const router = createRouter();
  router.openapi(ask, async (context) => {
    const { instance, subject } = context.req.valid("json");
    // An unknown record is accepted, too: its events may outlive its mirror item.
    if ((await instances.find(instance)) === undefined) throw RequestError.notFound("This instance");
    await erasures.send([erasureOf({ instance, subject: subject.type, id: subject.id })]);
    return context.json({ instance, subject, acceptedAt: new Date(clock.now()).toISOString() }, 202);
  });
  return router;
}
