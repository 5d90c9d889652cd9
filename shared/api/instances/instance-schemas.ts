import { z } from "@hono/zod-openapi";
import { isoTime } from "../../kernel/instant.ts";
import { givenCredentials, type Instance, instanceName } from "../../source/instance.ts";
import { answerSchema, inputSchema } from "../http/named-schemas.ts";

const roomId = z.string().min(1).max(2_048);
/** The maximum total length of all rooms' ids, in characters. Each id is stored several times. */
const mostOfRooms = 65_536;

export const instanceParams = z.object({
  name: instanceName.clone().openapi({ example: "acme" }),
});

export const instanceInput = inputSchema("InstanceInput", {
  credentials: givenCredentials
    .clone()
    .optional()
    .openapi({
      description:
        "The instance's credentials. Required for a new instance, and never returned. Feedhook tests new credentials while the current ones keep working.",
      example: { clientId: "feedhook", clientSecret: "…" },
    }),
  requestsPerSecond: z.number().positive().max(10_000).optional().openapi({
    description:
      "The maximum number of requests per second to the source. Default: 5 for a new instance, unchanged for an existing one.",
    example: 5,
  }),
  rooms: z
    .array(roomId)
    .max(1_000)
    .refine((ids) => ids.join("").length <= mostOfRooms, `must have at most ${mostOfRooms} characters in total`)
    .optional()
    .openapi({
      description:
        "The IDs of all share rooms to read, at most 64 KB in total. Feedhook can't find rooms itself, because the source doesn't list them.",
      example: ["k2Jm"],
    }),
});

export const instanceState = z.enum(["connecting", "active", "parked", "paused"]).openapi({
  description:
    "`connecting`: first contact hasn't begun. `parked`: the source rejects the credentials or doesn't know the instance, and Feedhook tries again from time to time. `paused`: an operator paused the instance.",
});

export const instanceAnswer = answerSchema("Instance", {
  name: z.string().openapi({ example: "acme" }),
  status: instanceState,
  parkedReason: z.enum(["invalid_client", "forbidden", "unknown_instance"]).optional(),
  requestsPerSecond: z.number().openapi({ example: 5 }),
  rooms: z.array(z.string()).openapi({ example: ["k2Jm"] }),
  registeredAt: z.iso.datetime().openapi({ example: "2026-11-21T09:12:33.481Z" }),
  connectedAt: z.iso.datetime().optional().openapi({
    description:
      "When the instance was registered or last rebaselined, by the source's clock. Records that last changed before then are baseline. Absent before first contact.",
    example: "2026-11-21T09:12:34.000Z",
  }),
});

/** Leaves out the credentials, which are write-only. */
export function instanceView(one: Instance, rooms: readonly string[]): z.input<typeof instanceAnswer> {
  const { name, parkedReason, requestsPerSecond, connectedAt } = one;
  return {
    name,
    status: instanceStatus(one),
    parkedReason,
    requestsPerSecond,
    rooms: [...rooms],
    registeredAt: isoTime(one.registeredAt),
    connectedAt: isoTime(connectedAt),
  };
}

export function instanceStatus({ status, paused, connectedAt }: Instance): z.input<typeof instanceState> {
  if (paused === true) return "paused";
  return status === "active" && connectedAt === undefined ? "connecting" : status;
}

export const rewindInput = inputSchema("Rewind", {
  to: z.iso.datetime({ offset: true }).optional().openapi({
    description: "The time, by the source's clock, from which to read changes again. Default: the start.",
    example: "2026-11-20T00:00:00Z",
  }),
});
