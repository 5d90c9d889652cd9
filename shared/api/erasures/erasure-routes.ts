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
    summary: "Forget what was told of a record",
    description:
      "Its events, the values of its changes, its quarantined rows and what endpoints answered to it. Done within half an hour; what the source still shows of the record stays. Repeating the call is harmless.",
    request: { body: jsonBody(erasureInput) },
    responses: {
      202: jsonAnswer("It will be forgotten", erasureAnswer),
      ...problemAnswers("invalid-request", "malformed-json", "not-found", "body-too-large", "unsupported-media-type"),
    },
  },
);

export function erasureRoutes({ instances, erasures, clock }: ApiServices): ApiRouter {
  const router = createRouter();
  router.openapi(ask, async (context) => {
    const { instance, subject } = context.req.valid("json");
    // Also of a record that nobody knows: its events may outlive what the mirror remembers.
    if ((await instances.find(instance)) === undefined) throw RequestError.notFound("this instance");
    await erasures.send([erasureOf({ instance, subject: subject.type, id: subject.id })]);
    return context.json({ instance, subject, acceptedAt: new Date(clock.now()).toISOString() }, 202);
  });
  return router;
}
