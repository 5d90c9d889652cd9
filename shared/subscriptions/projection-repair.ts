import type { Clock } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { ProjectionIntent, ProjectionIntents } from "./projection-intents.ts";
import type { SubscriptionProjection } from "./subscription-projection.ts";
import type { SubscriptionStore } from "./subscription-store.ts";

type Parts = {
  readonly intents: Pick<ProjectionIntents, "overdue" | "done">;
  readonly subscriptions: Pick<SubscriptionStore, "find" | "remove" | "respread">;
  readonly copies: Pick<SubscriptionProjection, "isRegistered" | "rebuild">;
  /** Brings what a partner owns to where its registry entry says, as far as it comes until `until` (unix ms). */
  readonly partners: { enforce(partner: string, until: number): Promise<"done" | "more"> };
  readonly clock: Clock;
  readonly logger: Logger;
};

/** Ms that one sweep gives to one partner; what is left is taken up by the next sweep. */
const timePerPartner = 10_000;

/** Ends changes that whoever began them died over, each as its subscription stands now. Repeating it changes nothing. */
export class ProjectionRepair {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async sweep(): Promise<void> {
    const { intents, logger } = this.#parts;
    for (const intent of await intents.overdue()) {
      try {
        if ((await this.#repair(intent)) === "more") continue;
        await intents.done(intent);
        logger.warn("copies.repaired", intent.change);
      } catch (failure) {
        // It is still due; the others mustn't wait for it.
        logger.error("copies.repair_failed", failure, intent.change);
      }
    }
  }

  async #repair({ change }: ProjectionIntent): Promise<"done" | "more"> {
    const { subscriptions, copies, partners, clock } = this.#parts;
    if (change.kind === "partner") return partners.enforce(change.partner, clock.now() + timePerPartner);
    if (change.kind === "instance") {
      // The registration itself may have been refused.
      if (await copies.isRegistered(change.name)) await copies.rebuild(change.name);
      return "done";
    }
    const { partner, id, fresh } = change;
    const standing = await subscriptions.find(partner, id);
    // Its creator got neither id nor secret and makes another one; this one would post beside it, and nobody could verify it.
    const isUnknown = standing === undefined || (fresh && standing.rev === 1);
    if (isUnknown) await subscriptions.remove(partner, id);
    else await subscriptions.respread(standing);
    return "done";
  }
}
