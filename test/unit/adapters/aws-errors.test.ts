import { expect, test } from "vitest";
import { failureOf, unreadable } from "../../../shared/adapters/aws/destinations/destination-failure.ts";
import { asEngineFault, isRetryable } from "../../../shared/adapters/aws/engine-fault.ts";
import { EngineUnavailableError, InvalidInputError, ItemTooLargeError } from "../../../shared/kernel/errors.ts";

const fault = (name: string, message = "m", rest: object = {}) => Object.assign(new Error(message), { name, ...rest });
const withStatus = (httpStatusCode: unknown) => ({ $metadata: { httpStatusCode } });

const outages = [
  ...["ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded", "InternalServerError"],
  ...["TimeoutError", "Throttling"],
];
test.each<[unknown, boolean]>([
  ...outages.map((name): [unknown, boolean] => [fault(name), true]),
  [fault("E", "m", { code: "ECONNRESET" }), true],
  [fault("E", "m", { code: "EACCES" }), false],
  [fault("E", "m", { code: 7 }), false],
  [fault("E", "m", withStatus(500)), true],
  [fault("E", "m", withStatus(499)), false],
  [fault("E", "m", withStatus("500")), false],
  [fault("E", "m", { $metadata: null }), false],
  [fault("E", "m", { $metadata: {} }), false],
  [{ name: "Throttling" }, false],
])("a later try after %o may succeed: %s", (error, retryable) => {
  expect(isRetryable(error)).toBe(retryable);
  expect(asEngineFault("feeds", error) instanceof EngineUnavailableError).toBe(retryable);
});

test.each<[Error, unknown]>([
  [fault("Throttling"), new EngineUnavailableError("feeds is unavailable")],
  [
    fault("ValidationException", "Item size has exceeded the limit"),
    new ItemTooLargeError("feeds: Item size has exceeded the limit"),
  ],
  [
    fault("ValidationException", "Item size to update has exceeded the limit"),
    new ItemTooLargeError("feeds: Item size to update has exceeded the limit"),
  ],
  [fault("BatchRequestTooLong", "longer than the maximum"), new ItemTooLargeError("feeds: longer than the maximum")],
  [
    fault("ValidationException", "name longer than the maximum"),
    new InvalidInputError("feeds", [{ path: "", message: "name longer than the maximum" }]),
  ],
])("%o has a class of ours", (error, ours) => {
  expect(asEngineFault("feeds", error)).toEqual(ours);
  if (!(ours instanceof InvalidInputError)) expect(asEngineFault("feeds", error)).toHaveProperty("cause", error);
});

test.each([
  fault("AccessDenied"),
  fault("ResourceNotFoundException"),
  fault("E", "Item size has exceeded the limit"),
  "text",
  null,
])("%o stays", (error) => {
  expect(asEngineFault("feeds", error)).toBe(error);
});

test.each([
  ["TimeoutError", "timeout"],
  ["AbortError", "timeout"],
  ["ETIMEDOUT", "timeout"],
  ["ENOTFOUND", "dns"],
  ["EAI_AGAIN", "dns"],
  ["CredentialsProviderError", "blocked"],
  ["UNABLE_TO_VERIFY_CERT", "tls"],
  ["ERR_TLS_HANDSHAKE", "tls"],
  ["ECONNREFUSED", "connect"],
  ["XERR_TLS", "protocol"],
])("an attempt that ends with %s failed: %s", (code, failed) => {
  const failure = { outcome: "failed", class: failed, detail: `${code} m` };
  expect(failureOf(fault("Error", "m", { code }))).toEqual(failure);
  expect(failureOf(fault(code))).toEqual(failure);
});

test("an attempt has the response's status, but none that would mean success if the response can't be read", () => {
  const answered = (error: unknown) => failureOf(error);
  expect(answered(fault("E", "m", withStatus(418)))).toMatchObject({ outcome: "answered", status: 418 });
  expect(answered(fault("E", "m", withStatus("418")))).toMatchObject({ outcome: "failed" });
  expect(answered(fault("E", "m", { $metadata: null }))).toMatchObject({ outcome: "failed" });
  expect(answered(new SyntaxError("m"))).toEqual({ outcome: "failed", class: "protocol", detail: "SyntaxError m" });
  expect(answered(Object.assign(new SyntaxError("m"), withStatus(200)))).toMatchObject({
    ...{ status: 502, excerpt: "UnreadableResponse: The response isn't in the service's format." },
  });
  expect(answered("text")).toEqual({ outcome: "failed", class: "protocol", detail: "text" });
  expect([200, 299, 300, 503].map((status) => unreadable(status).status)).toEqual([502, 502, 300, 503]);
});
