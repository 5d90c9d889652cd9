import type { ApiServices } from "../api-services.ts";
import type { ApiApp } from "../endpoint.ts";
import { instancesAttention } from "./needs-attention.ts";

/** Load balancers and orchestrators have no key, so the response contains no names. */
type Part = {
  readonly part: "store" | "source" | "feeds" | "publishing";
  readonly ok: boolean;
  readonly detail?: string;
};

/** How long (ms) a response is reused, because callers need no key and must not be able to overload the store. */
const answerLasts = 2_000;

/**
 * `GET /healthz` shows that the process is alive: if the process hangs, the response is late or missing. `GET /readyz`
 * shows that the bridge works, or which part doesn't. Neither needs a key.
 */
export function healthRoutes(app: ApiApp, services: ApiServices): void {
  let last: { readonly at: number; readonly parts: Promise<readonly Part[]> } | undefined;
  app.get("/healthz", async (context) => {
    await services.probe.alive?.();
    return context.json({ status: "ok" });
  });
  app.get("/readyz", async (context) => {
    const now = services.clock.now();
    if (last === undefined || Math.abs(now - last.at) >= answerLasts) last = { at: now, parts: partsOf(services) };
    const parts = await last.parts;
    const isReady = parts.every(({ ok }) => ok);
    // The alarm about failing requests subtracts this metric, because anyone can cause these 503 responses without a
    // key.
    const canRead = parts.every(({ part, ok }) => ok || part !== "store");
    if (!isReady && canRead) services.metrics.record("api.not_ready", 1);
    context.header("cache-control", "no-store");
    return context.json({ status: isReady ? "ready" : "not_ready", parts }, isReady ? 200 : 503);
  });
}

async function partsOf(services: ApiServices): Promise<readonly Part[]> {
  try {
    const [found, fullSince] = await Promise.all([instancesAttention(services), services.probe.fullSince?.()]);
    const count = (...kinds: readonly string[]) => found.filter(({ kind }) => kinds.includes(kind)).length;
    const part = (name: Part["part"], instances: number, what: string): Part => {
      if (instances === 0) return { part: name, ok: true };
      return { part: name, ok: false, detail: `${instances === 1 ? "1 instance" : `${instances} instances`}: ${what}` };
    };
    return [
      fullSince === undefined ? { part: "store", ok: true } : { part: "store", ok: false, detail: "the disk is full" },
      part(
        "source",
        count("source_unreachable", "instance_parked"),
        "the source doesn't respond or refuses the credentials",
      ),
      part("feeds", count("feeds_stalled"), "feeds have stalled"),
      part("publishing", count("polling_paused"), "publishing is behind"),
    ];
  } catch (error) {
    services.logger.error("api.not_ready", error);
    return [{ part: "store", ok: false, detail: "the store can't be read" }];
  }
}
