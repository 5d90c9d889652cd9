import type { z } from "@hono/zod-openapi";
import { defaultQuotas, type Partner } from "../../partners/partner.ts";
import type { partnerAnswer } from "./partner-schemas.ts";

export function partnerView(one: Partner): z.input<typeof partnerAnswer> {
  const { id, name, status, instances, quotas, portalOrigins = [], createdAt, updatedAt } = one;
  return {
    ...{ id, name, status, instances, quotas: { keys: defaultQuotas.keys, ...quotas }, portalOrigins },
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
