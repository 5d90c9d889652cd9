import type { Page } from "../../kernel/ports/table.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";

type Listing = { readonly after?: string | undefined; readonly limit: number };
type Parts = {
  readonly partners: { list(page: Listing): Promise<Page<{ readonly id: string }>> };
  readonly subscriptions: {
    list(partner: string, page: Listing): Promise<Page<Pick<Subscription, "id" | "status" | "url">>>;
  };
};

/** The most endpoints of a partner that count. Otherwise, a partner could notify the operator whenever it likes. */
const ofPartner = 4;

/** How many of a partner's endpoints count: `ofPartner` at most, but all of the operator's own. */
export function countedOf(partner: string, endpoints: number): number {
  return partner === operatorPartner ? endpoints : Math.min(endpoints, ofPartner);
}

/** Counts the active webhook subscriptions of all partners ({@link countedOf}). Reads every subscription. */
export async function countEndpoints({ partners, subscriptions }: Parts): Promise<number> {
  const ids = [operatorPartner];
  for await (const { id } of all((page) => partners.list(page))) ids.push(id);
  let count = 0;
  for (const partner of ids) {
    let own = 0;
    for await (const { status, url } of all((page) => subscriptions.list(partner, page))) {
      if (status === "active" && url !== undefined) own += 1;
    }
    count += countedOf(partner, own);
  }
  return count;
}

async function* all<T extends { readonly id: string }>(list: (page: Listing) => Promise<Page<T>>): AsyncGenerator<T> {
  let after: string | undefined;
  do {
    const { items, more } = await list({ after, limit: 1_000 });
    yield* items;
    after = more ? items.at(-1)?.id : undefined;
  } while (after !== undefined);
}
