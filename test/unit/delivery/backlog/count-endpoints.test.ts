import { expect, test } from "vitest";
import { countEndpoints } from "../../../../shared/delivery/backlog/count-endpoints.ts";
import { operatorPartner } from "../../../../shared/partners/partner-key.ts";

/** Returns a page of two items. */
async function pageOf<T extends { readonly id: string }>(items: readonly T[], after: string | undefined) {
  const from = items.findIndex(({ id }) => id === after) + 1;
  return { items: items.slice(from, from + 2), more: from + 2 < items.length };
}

test("the endpoints of all partners are counted, at most four of each, without pull queues and disabled subscriptions", async () => {
  const pull = (id: string) => ({ id, status: "active" as const });
  const active = (id: string) => ({ ...pull(id), url: "https://hooks.acme.test/" });
  const disabled = (id: string) => ({ ...active(id), status: "disabled" as const });
  const subscriptions = new Map([
    [operatorPartner, ["o1", "o2", "o3", "o4", "o5"].map(active)],
    ["prt_1", [active("s1"), disabled("s2"), pull("s3"), active("s4")]],
    ["prt_3", ["s5", "s6", "s7", "s8", "s9"].map(active)],
  ]);
  const partners = ["prt_1", "prt_2", "prt_3"].map((id) => ({ id }));
  const listed = {
    partners: { list: ({ after }: { after?: string | undefined }) => pageOf(partners, after) },
    subscriptions: {
      list: (partner: string, { after }: { after?: string | undefined }) =>
        pageOf(subscriptions.get(partner) ?? [], after),
    },
  };
  expect(await countEndpoints(listed)).toBe(5 + 2 + 4);
});
