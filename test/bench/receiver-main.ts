import { createServer } from "node:http";
import { setPriority } from "node:os";
import * as z from "zod";
import { median } from "./median.ts";

/** The endpoints of the isolation benchmark: healthy, tarpit and flapping. An event's data has its creation time. */
const latencies: { readonly at: number; readonly ms: number }[] = [];
const seen = new Set<string>();
const tarpit = 30_000;

// A receiver has its own machine, so how long it waits for a processor here isn't measured. Only the superuser may
// raise a priority.
try {
  setPriority(-15);
} catch {
  console.error("the receiver shares the processors, so the figures include its waits");
}

/** Unix ms with fractions, because all measured times are a few ms. */
const event = z.object({ data: z.object({ at: z.number() }) });

function quantile(measured: readonly { readonly ms: number }[], share: number): number {
  const sorted = measured.map(({ ms }) => ms).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://receiver");
  if (url.pathname === "/figures") {
    const from = Number(url.searchParams.get("from"));
    const measured = latencies.filter(({ at }) => at >= from);
    const seconds = [...Map.groupBy(measured, ({ at }) => Math.floor((at - from) / 1_000)).values()];
    const figures = {
      p50: quantile(measured, 0.5),
      p99: quantile(measured, 0.99),
      secondP99: median(seconds.map((second) => quantile(second, 0.99))),
      received: measured.length,
    };
    response.end(JSON.stringify(figures));
    return;
  }
  const id = String(request.headers["webhook-id"]);
  let body = "";
  request.setEncoding("utf8").on("data", (part: string) => {
    body += part;
  });
  request.on("end", () => {
    if (url.pathname === "/healthy" && !seen.has(id)) {
      seen.add(id);
      const now = performance.timeOrigin + performance.now();
      const { data } = event.parse(JSON.parse(body));
      latencies.push({ at: data.at, ms: now - data.at });
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
