import type { Clock } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { ProjectionIntent, ProjectionIntents } from "./projection-intents.ts";
import type { SubscriptionProjection } from "./subscription-projection.ts";
import type { SubscriptionStore } from "./subscription-store.ts";

type Parts = {
  readonly intents: Pick<ProjectionIntents, "overdue" | "done">;
  readonly subscriptions: Pick<SubscriptionStore, "find" | "remove" | "reproject">;
  readonly projection: Pick<SubscriptionProjection, "isRegistered" | "rebuild">;
  /** Makes what a partner owns follow its registry entry, as far as it gets until `until` (unix ms). */
  readonly partners: { enforce(partner: string, until: number): Promise<"done" | "more"> };
  readonly clock: Clock;
  readonly logger: Logger;
};

/** Ms that one sweep gives to one partner; the next sweep continues. */
const timePerPartner = 10_000;

/** Completes changes whose processes died, by the state that each subscription has now. Repeating it changes nothing. */
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
        logger.warn("projection.repaired", intent.change);
      } catch (failure) {
        // The intent stays due, so the next sweep tries again; the other intents mustn't wait for it.
        logger.error("projection.repair_failed", failure, intent.change);
      }
    }
  }

  async #repair({ change }: ProjectionIntent): Promise<"done" | "more"> {
    const { subscriptions, projection, partners, clock } = this.#parts;
    if (change.kind === "partner") return partners.enforce(change.partner, clock.now() + timePerPartner);
    if (change.kind === "instance") {
      // The process may have died before the registration.
      if (await projection.isRegistered(change.name)) await projection.rebuild(change.name);
      return "done";
    }
    const { partner, id, fresh } = change;
    const standing = await subscriptions.find(partner, id);
    // The creator of a fresh subscription got neither its id nor its secret and will create another one. This one would
    // post beside it, with signatures that nobody can verify.
    const isUnknown = standing === undefined || (fresh && standing.rev === 1);
    if (isUnknown) await subscriptions.remove(partner, id);
    else await subscriptions.reproject(standing);
    return "done";
  }
}
