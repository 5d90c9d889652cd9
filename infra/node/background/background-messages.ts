import { MessagePort } from "node:worker_threads";
import * as z from "zod";
import { timings } from "../../../shared/kernel/timings.ts";
import { tracingOptions } from "../../../shared/kernel/tracing-options.ts";
import { signInOptions } from "../../../shared/partners/sign-in.ts";

/** The queues whose work can wait for polls and live deliveries. */
export const backgroundQueue = z.enum(["deliver-slow", "recover"]);

/** Only data and shared memory can be passed to a thread, not functions. */
export const backgroundStart = z.object({
  dataDir: z.string(),
  port: z.int(),
  settings: z.object({
    partnerUrl: z.string(),
    allowInsecureEndpoints: z.boolean(),
    operatorKeyHash: z.string(),
    mailFrom: z.string().optional(),
    portalUrl: z.string().optional(),
    awsPrincipal: z.string().optional(),
    timings,
  }),
  trustedProxies: z.array(z.string()).readonly(),
  signIn: signInOptions.optional(),
  signInSecret: z.string().optional(),
  tracing: tracingOptions.optional(),
  schedulesBackups: z.boolean(),
  /** The thread consumes these queues, and once it listens, nothing else may. */
  queues: z.array(backgroundQueue),
  /** The thread's transactions take turns with those of the host's engine. */
  writeTurn: z.instanceof(SharedArrayBuffer),
  hostCpu: z.instanceof(SharedArrayBuffer),
});

const fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.undefined()]));

/** What the host tells the thread. */
export const backgroundOrder = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("stop") }),
  z.object({ kind: z.literal("work"), name: backgroundQueue }),
]);
export type BackgroundOrder = z.infer<typeof backgroundOrder>;

/** What the thread asks the host. */
export const question = z.enum(["alive", "metrics", "backups", "fullSince"]);
export type Question = z.infer<typeof question>;

export const backgroundMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("listening"), port: z.int() }),
  z.object({ kind: z.literal("port_in_use"), message: z.string() }),
  z.object({ kind: z.literal("work"), name: z.string() }),
  z.object({
    kind: z.literal("metric"),
    name: z.string(),
    value: z.number(),
    instance: z.string().optional(),
  }),
  z.object({
    kind: z.literal("log"),
    level: z.enum(["info", "warn", "error"]),
    event: z.string(),
    fields,
    error: z.string().optional(),
  }),
  z.object({ kind: z.literal("ask"), question, reply: z.instanceof(MessagePort) }),
]);
export type BackgroundMessage = z.infer<typeof backgroundMessage>;
