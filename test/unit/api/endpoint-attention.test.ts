import { expect, it, vi } from "vitest";
import { apiFixture, hook } from "./api-fixture.ts";

async function attention(count: number) {
  const { services, clock } = apiFixture({ pageSize: 250 });
  const settings = { ...hook, baseline: false, status: "disabled", disabledReason: "gone" } as const;
  for (let n = 0; n < count; n += 1) {
    await services.subscriptions.create("prt_operator", settings);
  }
  const list = vi.spyOn(services.subscriptions, "list");
  return { clock, find: () => services.endpointAttention.find(), looks: () => list.mock.calls.length };
}

it("reads every time for a few endpoints, and once in ten seconds for many", async () => {
  const few = await attention(3);
  for (let times = 0; times < 3; times += 1) expect(await few.find()).toMatchObject({ attention: [{ count: 3 }] });
  expect(few.looks()).toBe(3);
  const many = await attention(110);
  for (let times = 0; times < 3; times += 1) expect(await many.find()).toMatchObject({ attention: [{ count: 110 }] });
  expect(many.looks()).toBe(1);
  many.clock.advance(10_000);
  await many.find();
  expect(many.looks()).toBe(2);
  // A clock that is set back doesn't make it last longer.
  many.clock.advance(-3_600_000);
  await many.find();
  expect(many.looks()).toBe(3);
});

it("names at most 20 endpoints, unacknowledged ones first, then the longest failing, and forgets on request", async () => {
  const { services, clock, call } = apiFixture({ pageSize: 250 });
  const ids: string[] = [];
  for (let n = 0; n < 110; n += 1) {
    const { subscription } = await services.subscriptions.create("prt_operator", {
      ...hook,
      baseline: false,
      status: "active",
    });
    ids.push(subscription.id);
    if (n >= 25) continue;
    clock.advance(1_000);
    const since = clock.now();
    const endpoint = { partner: "prt_operator", subscription: subscription.id };
    await services.endpointHealth.change(endpoint, (circuit) => ({ ...circuit, state: "open", since }));
  }
  const named = async () =>
    (await services.endpointAttention.find()).failing.map(({ subscription }) => subscription.id);
  expect(await named()).toEqual(ids.slice(0, 20));
  await call("PUT", `/v1/subscriptions/${ids[0]}/acknowledgement`, { note: "known" });
  expect(await named()).toEqual(ids.slice(1, 21));
  expect((await services.endpointAttention.find()).attention).toMatchObject([{ kind: "endpoints_failing", count: 24 }]);
});
