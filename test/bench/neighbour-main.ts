import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** A partner that does everything it may, as often as it may: 600 requests at once, and then ten per second. */
// A partner has its own machine, so its program's cost isn't measured.
setPriority(19);
const [url = "", key = "", partner = "", push = "", pull = "", event = ""] = process.argv.slice(2);
const conditions = Array.from({ length: 120 }, (_, at) => ({ prefix: `~${at}` }));
const filter = { data: { list: conditions } };
const since = new Date(Date.now() - 29 * 86_400_000).toISOString();
const query = `since=${since}&until=2099-01-01T00:00:00Z&limit=200`;
const sample = { data: { list: Array.from({ length: 7_000 }, (_, at) => at.toString(36)) } };
const requests: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ["POST", "/v1/filters/test", { filter, instance: "neighbours", limit: 200 }],
  ["POST", "/v1/filters/test", { filter, sample }],
  ["POST", `/v1/subscriptions/${push}/replays`, { filter, dryRun: true, eventTypes: ["*"] }],
  ["POST", `/v1/subscriptions/${push}/ping`],
  ["POST", `/v1/subscriptions/${push}/examples`, { type: "person.updated", data: { note: "n".repeat(50_000) } }],
  ["GET", `/v1/events?instance=neighbours&${query}`],
  ["GET", `/v1/events?instance=neighbours&subject=person%2Fper-1&${query}`],
  ["GET", `/v1/subscriptions/${push}/deliveries?${query}`],
  ["GET", "/v1/subscriptions?limit=200"],
  ["GET", "/v1/audit?limit=200"],
  ["POST", `/v1/partners/${partner}/portal-links`, {}],
  ["GET", `/v1/subscriptions/${push}/statistics`],
  ["GET", `/v1/explain?instance=neighbours&subject=person%2Fper-1&subscription=${push}`],
  ["GET", `/v1/explain?instance=neighbours&subject=person%2Fper-1`],
  ["GET", `/v1/subscriptions/${pull}/poll?limit=100`],
  ["GET", `/v1/subscriptions/${push}/deliveries/${event}`],
];

const answers = new Map<number | string, number>();
async function send(n: number): Promise<void> {
  const [method, path, body] = requests[n % requests.length] ?? ["GET", "/v1/me"];
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const status = await fetch(`${url}${path}`, {
    ...{ method, headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => "no answer",
  );
  answers.set(status, (answers.get(status) ?? 0) + 1);
}

process.once("SIGTERM", () => {
  console.log(`the neighbour's answers: ${[...answers].map(([status, times]) => `${times} × ${status}`).join(", ")}`);
  process.exit(0);
});
console.log("ready now");
const began = performance.now();
// Sixteen at a time until the burst is spent.
let sent = 0;
await Promise.all(
  Array.from({ length: 16 }, async () => {
    while (sent < 600 && !answers.has(429)) await send((sent += 1));
  }),
);
for (let at = performance.now() - began; ; at += 100) {
  await sleep(Math.max(began + at - performance.now(), 0));
  void send((sent += 1));
}
