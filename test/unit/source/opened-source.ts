import type { Clock, Sleeper } from "../../../shared/kernel/ports/clock.ts";
import type { Turns } from "../../../shared/kernel/ports/turns.ts";
import { Allowance } from "../../../shared/source/allowance.ts";
import type { StoredCredentials } from "../../../shared/source/credential-store.ts";
import type { ExchangeReport } from "../../../shared/source/retrying-http.ts";
import type { SharedTokens } from "../../../shared/source/shared-tokens.ts";
import { SourceFactory } from "../../../shared/source/source-factory.ts";
import type { SourceHttp, SourceHttpAnswer } from "../../../shared/source/source-http.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { page, type Script, ScriptedSourceHttp } from "../../support/scripted-source-http.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { testContext } from "../../support/test-context.ts";
import { promptTurns } from "../../support/turns.ts";

export const current: StoredCredentials = { slot: "current", credentials: { clientId: "id", clientSecret: "secret" } };
export const next: StoredCredentials = { slot: "next", credentials: { clientId: "id2", clientSecret: "secret2" } };

type Given = {
  readonly stored?: readonly StoredCredentials[];
  readonly seen?: (exchange: ExchangeReport) => void;
  readonly sharedTokens?: SharedTokens;
  readonly clock?: FakeClock;
  /** Instead of the fake clock, whose sleepers never wait for each other. */
  readonly time?: Clock & Sleeper;
  readonly turns?: Turns;
};

export function sourceOf(
  http: SourceHttp,
  { stored = [current], seen, clock = new FakeClock(), time = clock, turns = promptTurns(), sharedTokens }: Given = {},
) {
  const promoted: string[] = [];
  const throttled: [number, number | undefined][] = [];
  const slots = { stored, isStoreDown: false };
  const logger = new SilentLogger();
  const factory = new SourceFactory({
    http,
    registry: {
      credentialsOf: async () => slots.stored,
      promote: async (_, { clientId }) => {
        if (slots.isStoreDown) throw new Error("503");
        promoted.push(clientId);
      },
    },
    ...(sharedTokens !== undefined && { sharedTokens }),
    ...testContext(),
    ...{ clock: time, sleeper: time, logger, turns },
    exchanged: (_, exchange) => {
      seen?.(exchange);
    },
    throttled: (_, status, retryAfterMs) => throttled.push([status, retryAfterMs]),
  });
  const open = (requests = 100) => factory.open("acme", new Allowance(requests));
  const read = (requests?: number) => open(requests).page(persons);
  return { factory, open, read, clock, promoted, throttled, slots, logger };
}

/** A source that responds to token requests as `tokens` says, and to all others with `said`, or as that says. */
export function answering(
  said: SourceHttpAnswer | Script = page(),
  { tokens, ...given }: Given & { readonly tokens?: Script } = {},
) {
  const http = new ScriptedSourceHttp(typeof said === "function" ? said : () => said, tokens);
  return { http, ...sourceOf(http, given) };
}

/** A source whose pages are empty. */
export const withTokens = (tokens: Script, given: Given = {}) => answering(page(), { ...given, tokens });

export const basicOf = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
export const persons = { path: "/person/timeline", query: { key: "modified", since: "2026-01-01T00:00:00.000Z" } };
