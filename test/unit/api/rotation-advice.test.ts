import { expect, test } from "vitest";
import { apiFixture } from "./api-fixture.ts";

test("the advice for a refused rotation leads to an accepted one", async () => {
  const api = apiFixture();
  const input = { url: "https://hooks.example.com/in", eventTypes: ["person.*"] };
  const { id } = (await api.call("POST", "/v1/subscriptions", input)).body;
  const rotate = (overlapSeconds: number) => api.call("POST", `/v1/subscriptions/${id}/secret`, { overlapSeconds });
  let answer = await rotate(86_400);
  for (let n = 0; n < 4 && answer.status === 200; n += 1) answer = await rotate(86_400);
  expect(answer.body.detail).toContain("set overlapSeconds to 0 to end the earlier ones now");
  expect((await rotate(60)).status).toBe(answer.status);
  expect((await rotate(0)).status).toBe(200);
});
