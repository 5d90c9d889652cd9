import type { z } from "@hono/zod-openapi";
import type { ReplayJob } from "../../delivery/replay/replay-job.ts";
import type { ReplayChunk } from "../../delivery/replay/replay-source.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import { instanceName } from "../../source/instance.ts";
import { isoTime } from "../http/iso-time.ts";
import type { replayAnswer, replayPreview } from "./replay-schemas.ts";

const samples = 10;

export function replayView(job: ReplayJob): z.input<typeof replayAnswer> {
  const { id, state, criteria, instances, perSecond, cursor, scanned, sent, createdAt, endedAt } = job;
  const at = cursor.afterId === undefined ? undefined : detectedAtOf(cursor.afterId);
  return {
    id,
    state,
    criteria: { ...criteria, since: isoTime(criteria.since), until: isoTime(criteria.until) },
    instances: instances.filter(isNamed),
    perSecond,
    progress: {
      scanned,
      sent,
      instance: [instances[cursor.instance]].find(isNamed),
      at: isoTime(at),
    },
    createdAt: isoTime(createdAt),
    endedAt: isoTime(endedAt),
  };
}

export function previewView({ matches, done }: ReplayChunk): z.input<typeof replayPreview> {
  const byState: Record<string, number> = {};
  for (const { state } of matches) if (state !== undefined) byState[state] = (byState[state] ?? 0) + 1;
  return {
    dryRun: true,
    matches: matches.length,
    complete: done,
    byState: Object.keys(byState).length === 0 ? undefined : byState,
    sample: matches.slice(0, samples).map(({ id: event, type, instance, detectedAt }) => {
      return { event, type, instance, detectedAt };
    }),
  };
}

/** Events about the partner's own endpoints have an instance without a public name. */
function isNamed(instance: string | undefined): instance is string {
  return instance !== undefined && instanceName.safeParse(instance).success;
}
