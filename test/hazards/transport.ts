import type { Hazard } from "./hazard.ts";

/** Hazards 57 to 68: authorisation, errors and transport. */
export const transportHazards: readonly Hazard[] = [
  {
    number: 57,
    line: "A token works only for its instance. Feedhook keeps tokens for each instance and credential.",
    test: "test/unit/source/source-tokens.test.ts",
    answer: {
      file: "shared/source/access-tokens.ts",
      code: 'sha256Text("base64url", instance, clientId, clientSecret)',
      without: 'sha256Text("base64url", clientId, clientSecret)',
    },
  },
  {
    number: 58,
    line: "Scopes are mandatory, and their families never mix. Feedhook requests the credential's scope.",
    test: "test/unit/source/source-tokens.test.ts",
    answer: {
      file: "shared/source/access-tokens.ts",
      code: 'if (answer.outcome === "invalidScope") continue;',
      without: "",
    },
  },
  {
    number: 59,
    line: "`expires_in` is a token's lifetime. Feedhook renews the token shortly before it expires.",
    test: "test/unit/source/source-tokens.test.ts",
    answer: {
      file: "shared/source/access-tokens.ts",
      code: "renewAt: requestedAt + this.#usableFor(body.expires_in * 1_000),",
      without: "renewAt: requestedAt + body.expires_in * 1_000,",
    },
  },
  {
    number: 60,
    line: "A 401 can mean an old or replaced token. Feedhook tries up to four tokens.",
    test: "test/unit/source/source-tokens.test.ts",
    answer: {
      file: "shared/source/source-factory.ts",
      code: "if (answer.status === 401) return !(await this.#parts.tokens.isDecision(this.#instance, pair, token, isRepeat));",
      without: "",
    },
  },
  {
    number: 61,
    line: "Both credentials are valid during a rotation. Feedhook keeps the old one until the new one has worked.",
    test: "test/unit/source/instance-registry.test.ts",
    answer: {
      file: "shared/source/credential-store.ts",
      code: '    if (next !== undefined && samePair(next, offered)) return false;\n    await this.#put(instance, "next", offered);',
      without: '    await this.#put(instance, "current", offered);',
    },
  },
  {
    number: 62,
    line: "A 403 concerns the connection, not a record. Two more routes decide whether Feedhook parks the instance.",
    test: "test/unit/polling/poll-feeds.test.ts",
    answer: {
      file: "shared/polling/instance-access.ts",
      code: '"invalid_client" : await ask(source);',
      without: '"invalid_client" : "forbidden";',
    },
  },
  {
    number: 63,
    line: "A 500 is temporary. Feedhook repeats with full jitter, and each repeat costs allowance.",
    test: "test/unit/source/source-client.test.ts",
    answer: {
      file: "shared/source/retrying-http.ts",
      code: "const bound = hopeless || known ? undefined : timings.sourceRetries[repeat];",
      without: "const bound = undefined;",
    },
  },
  {
    number: 64,
    line: "The contract gives no rate limit. Refusals or doubled latency lower the rate by 30 %, and it recovers along a cubic curve. The `Retry-After` of a 429 holds the whole instance; that of a 503, one list.",
    test: "test/unit/schedule/budget/pressure.test.ts",
    answer: {
      file: "shared/schedule/tick/refilled-plan.ts",
      code: "Math.max(current * (1 - lowering), isRefused",
      without: "Math.max(current, isRefused",
    },
  },
  {
    number: 65,
    line: "The token endpoint sends OAuth errors, other endpoints problem documents. Feedhook reads both.",
    test: "test/unit/source/source-client.test.ts",
    answer: {
      file: "shared/source/answer-bodies.ts",
      code: 'if (mediaType !== "application/problem+json") return undefined;',
      without: "",
    },
  },
  {
    number: 66,
    line: "Ids can contain any character. Feedhook encodes them whole and never parses them.",
    test: "test/unit/source/small-parts.test.ts",
    answer: {
      file: "shared/source/path-of.ts",
      code: "encodeURIComponent(segment)",
      without: "segment",
    },
  },
  {
    number: 67,
    line: "`links` can lead to another host. Feedhook follows only `nextCursor`.",
    test: "test/unit/source/source-client.test.ts",
    answer: {
      file: "shared/source/answer-bodies.ts",
      code: 'nextCursor: page.nextCursor === "" ? undefined : (page.nextCursor ?? undefined),',
      without: "nextCursor: JSON.parse(answer.body).links?.next,",
    },
  },
  {
    number: 68,
    line: "A 422 from an owner's feed means a deleted owner or lost access. Feedhook requests the owner by id.",
    test: "test/unit/polling/journal/journal-reader.test.ts",
    answer: {
      file: "shared/polling/journal/journal-reader.ts",
      code: 'if (answer.outcome === "ok") return { outcome: "parked", reason: "access_lost" };',
      without: "",
    },
  },
];
