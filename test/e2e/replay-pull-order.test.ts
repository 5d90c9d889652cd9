import { expect, test } from "vitest";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { StartProgram } from "./support/start-program.ts";
import { apiOf, endedWithTest, subscriberForTest } from "./support/test-scope.ts";

const key = "318d7203f8ec90957f8b7071ad4447b4db0700d416006ee99c19b30f3c660068";

type Pulled = { readonly items: readonly { readonly ackId: string; readonly event: Envelope }[] };
type Replay = { readonly id: string; readonly state: string; readonly progress: { readonly sent: number } };

/**
 * Refuses every fifth event once. An event refused twice would come again only after the test's time limit.
 */
function startReceiver() {
  const seen = new Set<string>();
  return subscriberForTest(({ id }) => {
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew && seen.size % 5 === 0;
  });
}

/** The longest time (ms) for a step on a busy machine. Normally it takes a second. */
const patience = 120_000;

test("replay, pull and order over real HTTP", { timeout: 600_000 }, async () => {
  const program = endedWithTest(StartProgram.node("--port", "0", "--operator-key", key));
  const api = await apiOf(program, key);
  const subscribe = (body: object) =>
    api<{ id: string; secret: string }>("POST", "/v1/subscriptions", { eventTypes: ["*"], ...body });

  const receiver = await startReceiver();
  const ordered = await subscribe({ url: receiver.url, ordered: true });
  receiver.trust(ordered.secret);
  const { id: pull } = await subscribe({ kind: "pull" });
  await expect(subscribe({ kind: "pull", url: receiver.url })).rejects.toThrow(
    "must be absent for a pull subscription",
  );
  await expect(api("PATCH", `/v1/subscriptions/${pull}`, { kind: "push" })).rejects.toThrow("can't be changed");

  // Ordered: each record's events arrive by rising seq and part, although every fifth event is refused at first.
  await expect.poll(() => receiver.taken.length, { timeout: patience }).toBeGreaterThan(15);
  for (const events of Map.groupBy(
    receiver.taken,
    ({ event }) => `${event.subject.type} ${event.subject.id}`,
  ).values()) {
    const places = events
      .filter(({ late }) => !late)
      .map(({ event: { subject } }) => subject.seq * 1_000 + subject.part);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  }

  // Pull: two consumers share the work, and acknowledged events don't come again.
  const poll = (limit: number) => api<Pulled>("GET", `/v1/subscriptions/${pull}/poll?limit=${limit}&leaseSeconds=60`);
  await expect.poll(async () => (await poll(1)).items.length, { timeout: patience }).toBe(1);
  const [one, other] = await Promise.all([poll(5), poll(5)]);
  const fetched = [...one.items, ...other.items];
  expect(fetched.length).toBeGreaterThan(0);
  expect(new Set(fetched.map(({ ackId }) => ackId)).size).toBe(fetched.length);
  const ackIds = fetched.map(({ ackId }) => ackId);
  expect(await api("POST", `/v1/subscriptions/${pull}/ack`, { ackIds })).toEqual({ acknowledged: ackIds.length });
  expect(await api("POST", `/v1/subscriptions/${pull}/ack`, { ackIds })).toEqual({ acknowledged: 0 });
  await expect(api("GET", `/v1/subscriptions/${ordered.id}/poll`)).rejects.toThrow("409");

  // Replay: a dry run counts and sends nothing; the replay itself sends the same ids, marked as a replay.
  const [first] = receiver.taken.map(({ event }) => event);
  const replays = `/v1/subscriptions/${ordered.id}/replays`;
  // Events detected before an event that has arrived are published, so the replay finds no more than the dry run.
  const until = new Date(Date.parse(first!.detectedAt) + 1).toISOString();
  const criteria = { subject: { id: first!.subject.id }, until };
  const preview = await api<{ matches: number; complete: boolean }>("POST", replays, criteria);
  expect(preview).toMatchObject({ dryRun: true, complete: true });
  expect(preview.matches).toBeGreaterThan(0);
  const { id } = await api<Replay>("POST", replays, { ...criteria, dryRun: false });
  await expect
    .poll(async () => (await api<Replay>("GET", `${replays}/${id}`)).state, { timeout: patience })
    .toBe("completed");
  expect((await api<Replay>("GET", `${replays}/${id}`)).progress.sent).toBe(preview.matches);
  const replayed = () => receiver.taken.filter(({ replay }) => replay).map(({ event }) => event.id);
  await expect.poll(() => replayed().length, { timeout: patience }).toBe(preview.matches);
  expect(replayed()).toContain(first!.id);
  await expect(api("POST", `${replays}/${id}/pause`)).rejects.toThrow("409");

  const before = replayed().length;
  await api("POST", `/v1/subscriptions/${ordered.id}/deliveries/${first!.id}/retry`);
  await expect.poll(() => replayed().length, { timeout: patience }).toBeGreaterThan(before);
  expect(receiver.unverified).toEqual([]);
  expect(await program.interrupt()).toBe(0);
});
