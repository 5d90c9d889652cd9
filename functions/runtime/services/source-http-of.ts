import { UndiciSourceHttp } from "../../../shared/adapters/http/source-http.ts";
import type { SourceHttp } from "../../../shared/source/source-http.ts";
import type { Engine } from "../engine.ts";

/** Connections to the source, one pool per process. Apart, so that a simulation can put its own source in their place. */
export function sourceHttpOf({ settings: { partnerUrl, timings, addressFamily = "both" } }: Engine): SourceHttp {
  return new UndiciSourceHttp({ baseUrl: partnerUrl, timeout: timings.sourceTimeout, addressFamily });
}
