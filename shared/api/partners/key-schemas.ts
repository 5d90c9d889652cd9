import { z } from "@hono/zod-openapi";
import { keyIdShape, scope } from "../../partners/api-key.ts";
import { pageOf } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { partnerParams } from "./partner-schemas.ts";

const scopes = z
  .array(z.enum(scope.options))
  .min(1)
  .max(scope.options.length)
  .openapi({
    description:
      "`read`: read everything. `manage`: also make changes. `pull`: fetch and acknowledge events. `admin`: all of these, and manage keys.",
    example: ["manage"],
  });

export const keyInput = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(128)
      .openapi({ description: "Who or what uses the key.", example: "billing service" }),
    scopes,
    expiresAt: z.iso.datetime({ offset: true }).optional().openapi({
      description: "When the key expires. By default, it never expires.",
      example: "2027-11-21T00:00:00Z",
    }),
  })
  .openapi("KeyInput");

export const keyAnswer = z
  .object({
    id: z.string().openapi({ example: "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
    name: z.string().openapi({ example: "billing service" }),
    scopes,
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().optional(),
    lastUsedAt: z.iso
      .datetime()
      .optional()
      .openapi({ description: "When the key was last used, rounded to the hour. Absent if it was never used." }),
  })
  .openapi("Key");

export const createdKey = keyAnswer
  .extend({
    key: z.string().openapi({
      description: "Send it as `Authorization: Bearer …`. The key is returned only once.",
      example: "fh_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC_…",
    }),
  })
  .openapi("CreatedKey");

export const keyPage = pageOf(keyAnswer).openapi("KeyPage");

const keyId = {
  key: z.string().openapi({ param: { name: "key", in: "path" }, example: "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
};
export const partnerKeyParams = partnerParams.extend(keyId);
export const operatorKeyParams = z.object(keyId);

/** The id in a path. It is checked, because the table refuses a key as long as a path can be. */
export function keyIdOf({ key }: z.output<typeof operatorKeyParams>): string {
  if (!keyIdShape.test(key)) throw RequestError.notFound("This key");
  return key;
}
