import { expect, test } from "vitest";
import { countEndpoints } from "../../../../shared/delivery/backlog/count-endpoints.ts";
import { operatorPartner } from "../../../../shared/partners/partner-key.ts";

type Listed = Parameters<typeof countEndpoints>[0];
type Subscription = Awaited<ReturnType<Listed["subscriptions"]["list"]>>["items"][number];

/** Returns pages of two items. */
function pages<T extends { readonly id: string }>(items: readonly T[], after: string | undefined) {
  const from = items.findIndex(({ id }) => id === after) + 1;
  return { items: items.slice(from, from + 2), more: from + 2 < items.length };
}

test("the endpoints of all partners are counted over all pages, without pull queues and disabled subscriptions", async () => {
  const active = (id: string) => ({ id, status: "active", url: "https://hooks.acme.test/" });
  const subscriptions: { readonly [partner: string]: readonly object[] } = {
    [operatorPartner]: [active("s0")],
    prt_1: [active("s1"), { ...active("s2"), status: "disabled" }, { id: "s3", status: "active" }, active("s4")],
    prt_3: [active("s5"), active("s6"), active("s7")],
  };
  const partners = ["prt_1", "prt_2", "prt_3"].map((id) => ({ id }));
  const listed = {
    partners: { list: async ({ after }: { after?: string }) => pages(partners, after) },
    subscriptions: {
      list: async (partner: string, { after }: { after?: string }) =>
        pages((subscriptions[partner] ?? []) as readonly Subscription[], after),
    },
  } as unknown as Listed;
  expect(await countEndpoints(listed)).toBe(6);
});
