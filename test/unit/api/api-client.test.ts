import { expect, test } from "vitest";
import { createApiClient } from "../../../infra/api-client/create-api-client.ts";

test.each([
  { retryAfter: [0.01], sent: 2, status: 200 },
  { retryAfter: [0.01, 0.01, 0.01], sent: 4, status: 200 },
  { retryAfter: [0.01, 0.01, 0.01, 0.01], sent: 4, status: 429 },
  // Together longer than the 20 seconds that a call waits.
  { retryAfter: [0.01, 19.995], sent: 2, status: 429 },
  { retryAfter: [20.001], sent: 1, status: 429 },
])("a request that was rejected with 429 is repeated within 20 seconds: %o", async (expected) => {
  let sent = 0;
  const fetch = async () => {
    const wait = expected.retryAfter[sent];
    sent += 1;
    return new Response("{}", wait === undefined ? {} : { status: 429, headers: { "retry-after": String(wait) } });
  };
  const { response } = await createApiClient({ url: "http://bridge", key: "fh_1", fetch }).GET("/v1/me");
  expect({ ...expected, sent, status: response.status }).toEqual(expected);
});
