import { UndiciSourceHttp } from "../../../shared/adapters/http/source-http.ts";
import type { SourceHttp } from "../../../shared/source/source-http.ts";
import type { Engine } from "../engine.ts";

/** Connections to the source, one pool per process. Apart, so that a simulation can put its own source in their place. */
export function sourceHttpOf({ clock, settings }: Engine): SourceHttp {
  const { partnerUrl, timings, addressFamily = "both" } = settings;
  // The clock by which polls say until when they can wait.
  const now = () => clock.now();
  return new UndiciSourceHttp({ baseUrl: partnerUrl, timeout: timings.sourceTimeout, addressFamily, now });
}
