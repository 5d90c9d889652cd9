import type { Page } from "../../kernel/ports/table.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import type { PartnerRegistry } from "../../partners/partner-registry.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";

type Parts = {
  readonly partners: Pick<PartnerRegistry, "list">;
  readonly subscriptions: Pick<SubscriptionStore, "list">;
};

/** Counts the active webhook subscriptions of all partners. Reads every subscription. */
export async function countEndpoints({ partners, subscriptions }: Parts): Promise<number> {
  const ids = [operatorPartner];
  for await (const { id } of all((page) => partners.list(page))) ids.push(id);
  let count = 0;
  for (const partner of ids) {
    for await (const { status, url } of all((page) => subscriptions.list(partner, page))) {
      if (status === "active" && url !== undefined) count += 1;
    }
  }
  return count;
}

async function* all<T extends { readonly id: string }>(
  list: (page: { readonly after?: string | undefined; readonly limit: number }) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let page = await list({ limit: 1_000 });
  for (;;) {
    yield* page.items;
    const after = page.items.at(-1)?.id;
    if (!page.more || after === undefined) return;
    page = await list({ after, limit: 1_000 });
  }
}
