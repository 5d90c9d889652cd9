import { z } from "@hono/zod-openapi";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { FieldError } from "../http/problem.ts";

/** How a subscription gets its events. It never changes. */
export const kindFields = {
  kind: z.enum(["push", "pull"]).optional().openapi({
    description: "`push` (default): Feedhook posts events to `url`. `pull`: you fetch events with `GET …/poll`.",
  }),
  ordered: z.boolean().optional().openapi({
    description: "Push only: send each record's events one at a time, oldest first.",
  }),
};

type Kind = Pick<Subscription, "kind" | "ordered" | "url">;

/** Settings for push subscriptions only. */
const ofPush = [
  ...["url", "ordered", "headers", "secret", "format"],
  ...["timeoutSeconds", "maxConcurrency", "ratePerSecond"],
] as const;

/** The errors in a new subscription's kind. */
export function kindErrors(given: { readonly [name in (typeof ofPush)[number]]?: unknown } & Kind): FieldError[] {
  if (given.kind !== "pull") return given.url === undefined ? [{ field: "url", message: "is required" }] : [];
  return ofPush.flatMap((field) =>
    given[field] === undefined ? [] : [{ field, message: "must be absent for a pull subscription" }],
  );
}

/** A subscription keeps its kind, because deliveries that wait for one kind don't work for the other. */
export function kindChangeErrors(current: Kind, patch: Partial<Kind>): FieldError[] {
  const { kind = "push", ordered = false } = current;
  const fixed = "can't be changed. Create another subscription and delete this one";
  return [
    ...(patch.kind === undefined || patch.kind === kind ? [] : [{ field: "kind", message: fixed }]),
    ...(patch.ordered === undefined || patch.ordered === ordered ? [] : [{ field: "ordered", message: fixed }]),
    ...(kind === "pull" ? kindErrors({ ...patch, kind }) : []).filter(({ field }) => field !== "ordered"),
  ];
}
