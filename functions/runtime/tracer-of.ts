import manifest from "../../package.json" with { type: "json" };
import { OtlpTracer } from "../../shared/adapters/http/otlp-tracer.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { TracingOptions } from "../../shared/kernel/tracing-options.ts";
import { systemClock } from "./system-ports.ts";

/** The tracer of this process; undefined without options. `described` describes the process in each of its spans. */
export function tracerOf(
  options: TracingOptions | undefined,
  described: { readonly [name: string]: string },
  logger: Logger,
): OtlpTracer | undefined {
  if (options === undefined) return undefined;
  const resource = { "service.version": manifest.version, ...described };
  return new OtlpTracer({ ...options, resource, logger, now: () => systemClock.now() });
}
