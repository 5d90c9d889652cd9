import { expect, it } from "vitest";
import { acmeApi } from "./api-fixture.ts";

const body = { instance: "acme", subject: { type: "person", id: "p1" } };

it("accepts known and unknown subjects, any number of times", async () => {
  const api = await acmeApi();
  for (let call = 0; call < 2; call += 1) {
    expect(await api.call("POST", "/v1/erasures", body)).toMatchObject({
      status: 202,
      body: { ...body, acceptedAt: "2026-11-21T12:00:00.000Z" },
    });
  }
  const message = { kind: "erase", instance: "acme", subject: "person", id: "p1" };
  expect(api.recover.take()).toEqual([message, message]);
});

it.each([
  [{ ...body, instance: "other" }, 404],
  [{ ...body, subject: { type: "bridge", id: "x" } }, 400],
  [{ ...body, subject: { type: "person", id: "" } }, 400],
  [{ instance: "acme" }, 400],
])("refuses %o", async (refused, status) => {
  const api = await acmeApi();
  expect((await api.call("POST", "/v1/erasures", refused)).status).toBe(status);
  expect(api.recover.take()).toEqual([]);
});
