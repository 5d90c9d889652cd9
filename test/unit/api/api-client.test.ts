import { expect, test, vi } from "vitest";
import { createApiClient } from "../../../infra/api-client/create-api-client.ts";

const waited = vi.hoisted((): number[] => []);
vi.mock("node:timers/promises", () => ({ setTimeout: async (ms: number) => void waited.push(ms) }));

test.each([
  { retryAfter: [6], sent: 2, status: 200, waits: [6_000] },
  { retryAfter: [10, 10], sent: 3, status: 200, waits: [10_000, 10_000] },
  { retryAfter: [10, 11], sent: 2, status: 429, waits: [10_000] },
  { retryAfter: [21], sent: 1, status: 429, waits: [] },
  { retryAfter: [1, 1, 1, 1], sent: 4, status: 429, waits: [1_000, 1_000, 1_000] },
])("a request that was rejected with 429 is repeated within 20 seconds: %o", async (expected) => {
  waited.length = 0;
  let sent = 0;
  const fetch = async () => {
    const wait = expected.retryAfter[sent];
    sent += 1;
    return new Response("{}", wait === undefined ? {} : { status: 429, headers: { "retry-after": String(wait) } });
  };
  const { response } = await createApiClient({ url: "http://bridge", key: "fh_1", fetch }).GET("/v1/me");
  expect({ ...expected, sent, status: response.status, waits: waited }).toEqual(expected);
});
