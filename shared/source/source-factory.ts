import type { Clock, Sleeper } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { Randomness } from "../kernel/ports/randomness.ts";
import type { Turns } from "../kernel/ports/turns.ts";
import type { Timings } from "../kernel/timings.ts";
import { AccessTokens } from "./access-tokens.ts";
import type { Allowance } from "./allowance.ts";
import { ClockOffsets } from "./clock-offsets.ts";
import { CredentialOrder } from "./credential-order.ts";
import type { InstanceRegistry } from "./instance-registry.ts";
import { type ExchangeReport, RetryingHttp, type RetryingHttpParts } from "./retrying-http.ts";
import type { SharedTokens } from "./shared-tokens.ts";
import type { Source } from "./source.ts";
import { SourceClient, type SourceClientParts } from "./source-client.ts";
import type { SourceHttp } from "./source-http.ts";

export type SourceFactoryParts = {
  readonly http: SourceHttp;
  readonly registry: Pick<InstanceRegistry, "credentialsOf" | "promote">;
  /** Absent if no other worker uses the credentials. */
  readonly sharedTokens?: SharedTokens;
  readonly clock: Clock;
  readonly sleeper: Sleeper;
  readonly randomness: Randomness;
  readonly logger: Logger;
  readonly turns: Turns;
  readonly timings: Timings;
  /** Called on every 429 and 503, so that the request budget is lowered. */
  readonly throttled?: RetryingHttpParts["throttled"];
  /** Called after every exchange. */
  readonly exchanged?: (instance: string, exchange: ExchangeReport) => void;
};

/** Opens instances of the source. It keeps tokens and clock offsets, so a process uses one factory for all polls. */
export class SourceFactory {
  readonly #client: SourceClientParts;

  constructor(parts: SourceFactoryParts) {
    const { registry, clock, sleeper, randomness, logger, turns, timings } = parts;
    const { throttled = () => undefined, exchanged = () => undefined } = parts;
    const http = new RetryingHttp({
      http: parts.http,
      clock,
      sleeper,
      randomness,
      retries: timings.sourceRetries,
      throttled,
      exchanged,
    });
    this.#client = {
      http,
      tokens: new AccessTokens({
        ...{ http, clock, sleeper, randomness },
        shared: parts.sharedTokens,
        margin: timings.tokenMargin,
      }),
      order: new CredentialOrder({
        credentialsOf: (instance) => registry.credentialsOf(instance),
        clock,
        memory: timings.registryCache,
      }),
      offsets: new ClockOffsets(timings.clockOffsetWindow),
      clock,
      logger,
      turns,
      proven: (instance, pair) => registry.promote(instance, pair),
    };
  }

  open(instance: string, allowance: Allowance): Source {
    return new SourceClient(this.#client, instance, allowance);
  }

  /**
   * Whether a new request to the instance would have to wait a long time in this process, because many others are ahead
   * of it.
   */
  isBehind(instance: string): boolean {
    return this.#client.http.isBehind(instance);
  }

  /** Converts a time of our clock to the server's clock (unix ms); undefined before the first response. */
  serverTimeOf(instance: string, localMs: number): number | undefined {
    const offset = this.#client.offsets.of(instance);
    return offset === undefined ? undefined : localMs + offset;
  }
}
