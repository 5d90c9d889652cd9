import { z } from "@hono/zod-openapi";
import { givenCredentials, instanceName } from "../../source/instance.ts";
import { pageOf } from "../http/cursor.ts";

const roomId = z.string().min(1).max(2_048);
/** Of all rooms' ids together: each is stored several times. */
const mostOfRooms = 65_536;

export const instanceParams = z.object({
  name: instanceName.clone().openapi({ param: { name: "name", in: "path" }, example: "acme" }),
});

export const instanceInput = z
  .strictObject({
    credentials: givenCredentials
      .clone()
      .optional()
      .openapi({
        description: "Write-only; required the first time. A new pair is tried beside the one that works.",
        example: { clientId: "feedhook", clientSecret: "…" },
      }),
    requestsPerSecond: z.number().positive().max(10_000).optional().openapi({
      description: "What the bridge may ask of the source: 5 where nothing is said, and unchanged later.",
      example: 5,
    }),
    rooms: z
      .array(roomId)
      .max(1_000)
      .refine((ids) => ids.join("").length <= mostOfRooms, `at most ${mostOfRooms} characters together`)
      .optional()
      .openapi({
        description:
          "All share rooms to read, by id, which have at most 64 KB together: the source has no list of them.",
        example: ["k2Jm"],
      }),
  })
  .openapi("InstanceInput");

export const instanceState = z.enum(["connecting", "active", "parked", "paused"]).openapi({
  description:
    "`parked`: the source refuses the credentials; it is asked again from time to time. `paused`: by an operator.",
});

export const instanceAnswer = z
  .object({
    name: z.string().openapi({ example: "acme" }),
    status: instanceState,
    parkedReason: z.enum(["invalid_client", "forbidden", "unknown_instance"]).optional(),
    requestsPerSecond: z.number().openapi({ example: 5 }),
    rooms: z.array(z.string()).openapi({ example: ["k2Jm"] }),
    registeredAt: z.iso.datetime().openapi({ example: "2026-11-21T09:12:33.481Z" }),
    connectedAt: z.iso.datetime().optional().openapi({
      description: "By the source's clock; what is older is baseline. Absent until the first contact.",
      example: "2026-11-21T09:12:34.000Z",
    }),
  })
  .openapi("Instance");

export const instancePage = pageOf(instanceAnswer).openapi("InstancePage");
