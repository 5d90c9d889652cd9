import type { BridgeWorld } from "../bridge-world.ts";
import type { KnownSubscription } from "../histories.ts";
import { arrived, wanted } from "./subscription-facts.ts";

/** How many records are asked about for each subscription: each costs a request. */
const asked = 3;
/** At rest nothing is on its way, and no endpoint is in trouble. */
const unfinished = new Set(["noAttempt", "waiting", "held", "blocked", "waitingToBeFetched"]);

/** What the API explains of a record is what happened. */
export async function judgeExplanations(world: BridgeWorld): Promise<void> {
  const { witness, people, ground } = world;
  const subjects = [
    ...new Set(
      [...witness.told.values()].map(
        ({ envelope: { subject, instance } }) => `${instance} ${subject.type}/${subject.id}`,
      ),
    ),
  ].filter((name) => !name.includes(" bridge/"));
  for (const one of people.subscriptions) {
    if (one.isRemoved || !one.partner.standing.last.isActive) continue;
    for (const name of ground.shuffled(subjects).slice(0, asked)) {
      const [instance = "", subject = ""] = name.split(" ");
      if (!people.erased.has(subject)) await ground.during(judgeOne(world, one, instance, subject), 60_000);
    }
  }
}

async function judgeOne(
  { witness, api, subscribers }: BridgeWorld,
  one: KnownSubscription,
  instance: string,
  subject: string,
): Promise<void> {
  const query = new URLSearchParams({ instance, subject, subscription: one.id });
  const { status, body } = await api.call({
    method: "GET",
    path: `/v1/explain?${query.toString()}`,
    key: one.partner.key,
  });
  if (status !== 200) {
    witness.violates(`explain of ${subject} answers ${status}`);
    return;
  }
  const has = arrived(one, subscribers.dials);
  const redacted = [...witness.told.values()].some(
    ({ envelope }) => envelope.redacted === true && `${envelope.subject.type}/${envelope.subject.id}` === subject,
  );
  if (redacted) return;
  for (const { id, kept, deliveries } of body.events) {
    for (const { subscription, outcome } of deliveries) {
      if (subscription !== one.id || !kept) continue;
      const said = `explain says "${outcome}" of ${id} to ${one.id}`;
      if (outcome === "delivered" && !has.has(id)) witness.violates(`${said}, and it never arrived`);
      if (outcome !== "delivered" && witness.delivered.has(`${one.id} ${id} 0`))
        witness.violates(`${said}, and its row says that it arrived`);
      const event = witness.told.get(id);
      const from = Date.parse(event?.envelope.detectedAt ?? "") - 5_000;
      const isOwed = event !== undefined && wanted(one, event.envelope, from, Number.POSITIVE_INFINITY).always;
      if (unfinished.has(outcome) && isOwed) witness.violates(`${said}, though everything is at rest`);
    }
  }
}
