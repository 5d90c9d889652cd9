import type { Context } from "../kernel/context.ts";
import type { ProjectionIntent, ProjectionIntents, Unfinished } from "./projection-intents.ts";
import type { SubscriptionProjection } from "./subscription-projection.ts";
import type { SubscriptionStore } from "./subscription-store.ts";

type Parts = Context & {
  readonly intents: ProjectionIntents;
  readonly subscriptions: SubscriptionStore;
  readonly projection: SubscriptionProjection;
  /** `after` is the last subscription that is done. `enforce` stops at `until` (unix ms). */
  readonly partners: { enforce(partner: string, until: number, after?: string): Promise<"done" | Unfinished> };
};

/** How long (ms) one sweep may take. Its Lambda function has a minute and does other work first. */
const timePerSweep = 20_000;
/** How long (ms) one change may take within a sweep. */
const timePerChange = 10_000;

/**
 * Completes changes whose processes died, failed or ran out of time. A repair applies what is stored now, so it is
 * idempotent. A change that fails or exceeds `timePerChange` waits until the others have had their turn. Then it
 * resumes where it stopped or, after a failure, where the failed run began.
 */
export class ProjectionRepair {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async sweep(): Promise<void> {
    const { intents, clock, logger } = this.#parts;
    const sweepEnds = clock.now() + timePerSweep;
    for (const intent of await intents.overdue()) {
      if (clock.now() >= sweepEnds) return;
      const until = Math.min(clock.now() + timePerChange, sweepEnds);
      try {
        const repaired = await this.#repair(intent, until);
        if (repaired === "done") {
          await intents.done(intent);
          logger.warn("projection.repaired", intent.change);
        } else await intents.putOff(intent, repaired);
      } catch (failure) {
        // The intent stays due, so a later sweep tries again. The other intents don't wait for it.
        logger.error("projection.repair_failed", failure, intent.change);
        await intents.putOff(intent, { after: intent.after });
      }
    }
  }

  async #repair({ change, after }: ProjectionIntent, until: number): Promise<"done" | Unfinished> {
    const { subscriptions, projection, partners, clock } = this.#parts;
    if (change.kind === "partner") return partners.enforce(change.partner, until, after);
    // The process may have died before it registered the instance.
    if (change.kind === "instance")
      return (await projection.isRegistered(change.name))
        ? projection.rebuild(change.name, { after, until, clock })
        : "done";
    const { partner, id, fresh } = change;
    const stored = await subscriptions.find(partner, id);
    if (stored === undefined) await subscriptions.remove(partner, id);
    // A process that died left this subscription at rev 1. It sent no response with the id and the secret, so no
    // receiver could verify the subscription's signatures. A repeat of the request stores rev 2.
    else if (fresh && stored.rev === 1) await subscriptions.remove(partner, id, stored.rev);
    else await subscriptions.reproject(stored);
    return "done";
  }
}
