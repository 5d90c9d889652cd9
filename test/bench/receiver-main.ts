import { createServer } from "node:http";
import { detectedAtOf } from "../../shared/kernel/event-id.ts";

/** The endpoints of the isolation benchmark: healthy, tarpit and flapping. How long an event took stands in its id. */
const latencies: { readonly at: number; readonly ms: number }[] = [];
const seen = new Set<string>();
const tarpit = 30_000;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://receiver");
  if (url.pathname === "/figures") {
    const from = Number(url.searchParams.get("from"));
    const measured = latencies.filter(({ at }) => at >= from).map(({ ms }) => ms);
    measured.sort((one, other) => one - other);
    const at = (share: number) => measured[Math.floor(measured.length * share)] ?? 0;
    response.end(JSON.stringify({ p50: at(0.5), p99: at(0.99), received: measured.length }));
    return;
  }
  const id = String(request.headers["webhook-id"]);
  request.resume();
  request.on("end", () => {
    const detectedAt = detectedAtOf(id) ?? 0;
    if (url.pathname === "/healthy" && !seen.has(id)) {
      seen.add(id);
      latencies.push({ at: detectedAt, ms: Date.now() - detectedAt });
    }
    const fails = url.pathname === "/flapping" && Math.floor(Date.now() / 10_000) % 2 === 0;
    const wait = url.pathname === "/tarpit" ? tarpit : 0;
    setTimeout(() => response.writeHead(fails ? 500 : 204).end(), wait);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`);
});
