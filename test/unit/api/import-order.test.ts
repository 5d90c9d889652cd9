import { expect, test } from "vitest";

test("the API loads after schemas of earlier stages were made without the OpenAPI extension", async () => {
  await import("../../../shared/source/instance.ts");
  await import("../../../shared/subscriptions/subscription.ts");
  const { createApi } = await import("../../../shared/api/create-api.ts");
  expect(createApi).toBeTypeOf("function");
});
