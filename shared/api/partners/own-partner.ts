import type { z } from "@hono/zod-openapi";
import type { Caller } from "../../partners/authenticator.ts";
import type { Partner } from "../../partners/partner.ts";
import type { ApiServices } from "../api-services.ts";
import { RequestError } from "../http/request-error.ts";
import { partnerIdOf, type partnerParams } from "./partner-schemas.ts";

/** The partner that a path names. For a partner, other partners don't exist. */
export async function ownPartner(
  { partners }: Pick<ApiServices, "partners">,
  { isOperator, access }: Caller,
  params: z.output<typeof partnerParams>,
): Promise<Partner> {
  const id = partnerIdOf(params);
  const found = isOperator || id === access.partner ? await partners.find(id) : undefined;
  if (found === undefined) throw RequestError.notFound("This partner");
  return found;
}
