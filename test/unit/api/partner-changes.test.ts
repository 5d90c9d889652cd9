import { expect, test, vi } from "vitest";
import { withStatus } from "../../../shared/api/partners/partner-routes.ts";
import { acmeApi } from "./api-fixture.ts";

async function made() {
  const api = await acmeApi();
  const { id } = (await api.call("POST", "/v1/partners", { name: "Acme CRM", instances: ["acme"] })).body;
  return { ...api, id: String(id) };
}

test("a refused change to a partner leaves the partner unchanged and nothing to the sweep", async () => {
  const { call, services, clock, id } = await made();
  const before = await services.partners.find(id);
  const refused = [
    await call("PATCH", `/v1/partners/${id}`, { instances: ["nowhere"] }),
    await call("POST", `/v1/partners/prt_${"0".repeat(26)}/suspend`),
    await call("DELETE", `/v1/partners/${id}`),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 404, 409]);
  expect(await services.partners.find(id)).toEqual(before);
  clock.advance(60_000);
  expect(await services.copyIntents.overdue()).toEqual([]);
});

test("a partner's notice is removed once it is sent, and one that was added meanwhile stays until then", async () => {
  const { services, clock, id } = await made();
  const { partners, enforcement } = services;
  const change = partners.change.bind(partners);
  const add = (status: "active" | "suspended") => change(id, clock.now(), (current) => withStatus(current, status));
  const notices = async () => (await partners.find(id))?.notices.map(({ type }) => type);
  await add("suspended");
  vi.spyOn(partners, "change").mockImplementationOnce(async (...call) => {
    await add("active");
    return change(...call);
  });
  await enforcement.enforce(id, clock.now() + 1_000);
  expect(await notices()).toEqual(["bridge.partner_resumed"]);
  await enforcement.enforce(id, clock.now() + 1_000);
  expect(await notices()).toEqual([]);
  const before = await partners.find(id);
  await enforcement.enforce(id, clock.now() + 1_000);
  expect(await partners.find(id)).toEqual(before);
});
