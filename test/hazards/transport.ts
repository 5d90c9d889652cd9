import type { Hazard } from "./hazard.ts";

/** Hazards 57 to 68: authorisation, errors and transport. */
export const transportHazards: readonly Hazard[] = [
  {
    number: 57,
    line: "A token works on its own instance only: tokens are kept per instance and pair.",
    test: "test/unit/source/source-tokens.test.ts",
    answer: {
      file: "shared/source/access-tokens.ts",
      code: 'sha256Text("base64url", instance, clientId, clientSecret)',
      without: 'sha256Text("base64url", clientId, clientSecret)',
    },
  },
  {
    number: 58,
    line: "Scopes are mandatory and their families never mix: an on-behalf credential is asked for in its own.",
    test: "test/unit/source/source-tokens.test.ts",
    answer: {
      file: "shared/source/access-tokens.ts",
      code: 'if (answer.outcome === "invalidScope") continue;',
      without: "",
    },
  },
  {
    number: 59,
    line: "`expires_in` rules: a token is renewed shortly before, however short its life.",
    test: "test/unit/source/source-tokens.test.ts",
    answer: {
      file: "shared/source/access-tokens.ts",
      code: "renewAt: requestedAt + this.#usableFor(body.expires_in * 1_000),",
      without: "renewAt: requestedAt + body.expires_in * 1_000,",
    },
  },
  {
    number: 60,
    line: "A 401 may only mean an old token, or one that another worker has replaced: one fresh one, one repeat.",
    test: "test/unit/source/source-tokens.test.ts",
    answer: {
      file: "shared/source/source-client.ts",
      code: "if (answer.status === 401) return !(await this.#parts.tokens.isDecision(this.#instance, pair, token, isRepeat));",
      without: "",
    },
  },
  {
    number: 61,
    line: "While credentials rotate both pairs are valid: the new one stands beside the old one until it is proven.",
    test: "test/unit/source/instance-registry.test.ts",
    answer: {
      file: "shared/source/credential-store.ts",
      code: '    if (next !== undefined && samePair(next, offered)) return false;\n    await this.#put(instance, "next", offered);',
      without: '    await this.#put(instance, "current", offered);',
    },
  },
  {
    number: 62,
    line: "A 403 concerns the connection, not a record: two more routes decide whether the instance is parked.",
    test: "test/unit/polling/poll-feeds.test.ts",
    answer: {
      file: "shared/polling/instance-access.ts",
      code: '"invalid_client" : await ask(source);',
      without: '"invalid_client" : "forbidden";',
    },
  },
  {
    number: 63,
    line: "500 passes: repeated with full jitter, each repeat out of the allowance.",
    test: "test/unit/source/source-client.test.ts",
    answer: {
      file: "shared/source/retrying-http.ts",
      code: "const bound = hopeless || known ? undefined : retries[repeat];",
      without: "const bound = undefined;",
    },
  },
  {
    number: 64,
    line: "Limits aren't shown: many refusals (429, 503) or doubled latency lower the rate by 30 %, and it comes back by a cubic curve. The Retry-After of a 429 holds its instance, that of a 503 its list.",
    test: "test/unit/schedule/budget/pressure.test.ts",
    answer: {
      file: "shared/schedule/budget/adapted-rate.ts",
      code: "Math.max(current * (1 - lowering), isRefused",
      without: "Math.max(current, isRefused",
    },
  },
  {
    number: 65,
    line: "The token endpoint sends OAuth errors, the others problem documents: each is read as what it is.",
    test: "test/unit/source/source-client.test.ts",
    answer: {
      file: "shared/source/answer-bodies.ts",
      code: 'if (mediaType !== "application/problem+json") return undefined;',
      without: "",
    },
  },
  {
    number: 66,
    line: "Ids are opaque and may hold anything: encoded whole, never parsed.",
    test: "test/unit/source/small-parts.test.ts",
    answer: {
      file: "shared/source/path-of.ts",
      code: "encodeURIComponent(segment)",
      without: "segment",
    },
  },
  {
    number: 67,
    line: "`links` may lead to another host: pages follow `nextCursor` alone.",
    test: "test/unit/source/source-client.test.ts",
    answer: {
      file: "shared/source/answer-bodies.ts",
      code: 'nextCursor: page.nextCursor === "" ? undefined : (page.nextCursor ?? undefined),',
      without: "nextCursor: JSON.parse(answer.body).links?.next,",
    },
  },
  {
    number: 68,
    line: "A 422 of an owner's feed means that the owner is gone or that access is lost: the owner is asked for by id.",
    test: "test/unit/polling/journal/journal-reader.test.ts",
    answer: {
      file: "shared/polling/journal/unresolved-owner.ts",
      code: 'if (answer.outcome === "ok") return { outcome: "parked", reason: "access_lost" };',
      without: "",
    },
  },
];
