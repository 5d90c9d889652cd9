import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { SourceAnswer, SourceRequest } from "../../../../shared/source/source.ts";

const moment = { beganAt: 0, asOf: 0 };

export const unavailable = (status: number | undefined): SourceAnswer<never> & { readonly outcome: "unavailable" } => ({
  ...{ outcome: "unavailable", status, retryAfterMs: undefined },
});
/** The source's fault. */
export const down = unavailable(500);
/** A 404 with a problem document, and one without. */
export const gone = { outcome: "notFound", problem: true, moment } as const;
export const gateway = { outcome: "notFound", problem: false, moment } as const;
export const refused = { outcome: "badRequest" } as const;
export const found = (value: JsonObject): SourceAnswer<never> => ({ outcome: "ok", value: value as never, moment });

export const isPath = (path: string | RegExp, request: SourceRequest): boolean =>
  typeof path === "string" ? request.path === path : path.test(request.path);
