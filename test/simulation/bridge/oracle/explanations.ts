import type { BridgeWorld } from "../bridge-world.ts";
import type { KnownPartner, KnownSubscription } from "../histories.ts";
import { arrived, wanted } from "./subscription-facts.ts";

/** In the end, nothing is pending and no endpoint is failing. */
const unfinished = new Set(["noAttempt", "waiting", "held", "blocked", "waitingToBeFetched"]);

/** Checks that what the API explains about a record is what happened. */
export async function judgeExplanations(world: BridgeWorld): Promise<void> {
  const { witness, people, ground } = world;
  const subjects = [
    ...new Set(
      [...witness.reported.values()].map(
        ({ envelope: { subject, instance } }) => `${instance} ${subject.type}/${subject.id}`,
      ),
    ),
  ].filter((name) => !name.includes(" bridge/"));
  for (const partner of people.partners) {
    if (!partner.standing.last.isActive) continue;
    const own = people.standing(partner);
    for (const name of subjects) {
      const [instance = "", subject = ""] = name.split(" ");
      if (!people.erased.has(subject) && partner.standing.last.instances.includes(instance))
        await ground.during(judgeOne(world, partner, own, { instance, subject }), 60_000);
    }
  }
}

/** What a partner is told about a record, for each of its subscriptions. */
async function judgeOne(
  world: BridgeWorld,
  partner: KnownPartner,
  own: readonly KnownSubscription[],
  { instance, subject }: { readonly instance: string; readonly subject: string },
): Promise<void> {
  const { witness, api } = world;
  const path = `/v1/explain?${new URLSearchParams({ instance, subject }).toString()}`;
  const { status, body } = await api.call({ method: "GET", path, key: partner.key });
  if (status !== 200) {
    witness.violates(`explain of ${subject} answers ${status}`);
    return;
  }
  const redacted = [...witness.reported.values()].some(
    ({ envelope }) => envelope.redacted === true && `${envelope.subject.type}/${envelope.subject.id}` === subject,
  );
  if (redacted) return;
  for (const one of own) judgeVerdicts(world, one, body.events);
}

type Explained = {
  readonly id: string;
  readonly kept: boolean;
  readonly deliveries: readonly { readonly subscription: string; readonly outcome: string }[];
};

function judgeVerdicts(
  { witness, subscribers }: BridgeWorld,
  one: KnownSubscription,
  events: readonly Explained[],
): void {
  const has = arrived(one, subscribers.dials);
  for (const { id, kept, deliveries } of events) {
    for (const { subscription, outcome } of deliveries) {
      if (subscription !== one.id || !kept) continue;
      const said = `explain says "${outcome}" of ${id} to ${one.id}`;
      if (outcome === "delivered" && !has.has(id)) witness.violates(`${said}, and it never arrived`);
      if (outcome !== "delivered" && witness.delivered.has(`${one.id} ${id} 0`))
        witness.violates(`${said}, and its row says that it arrived`);
      const event = witness.reported.get(id);
      const from = Date.parse(event?.envelope.detectedAt ?? "") - 5_000;
      const isOwed = event !== undefined && wanted(one, event.envelope, from, Number.POSITIVE_INFINITY).always;
      if (unfinished.has(outcome) && isOwed) witness.violates(`${said}, though everything is at rest`);
    }
  }
}
