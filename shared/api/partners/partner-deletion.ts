import type { ApiServices } from "../api-services.ts";

/** What is deleted with a partner. With `more`, the number of waiting deliveries is a lower bound. */
type Deletion = {
  readonly subscriptions: number;
  readonly keys: number;
  readonly waiting: number;
  readonly more: boolean;
};

type Services = Pick<ApiServices, "subscriptions" | "keys" | "endpoints">;

const pageSize = 200;

export async function deletionOf({ subscriptions, keys, endpoints }: Services, partner: string): Promise<Deletion> {
  const counted = { subscriptions: 0, keys: 0, waiting: 0, more: false };
  let after: string | undefined;
  for (let rest = true; rest; ) {
    const page = await subscriptions.list(partner, { after, limit: pageSize });
    for (const one of page.items) {
      const { backlog } = await endpoints.of(one);
      counted.subscriptions += 1;
      counted.waiting += backlog.held + backlog.waiting;
      counted.more ||= backlog.more;
    }
    after = page.items.at(-1)?.id ?? after;
    rest = page.more;
  }
  after = undefined;
  for (let rest = true; rest; ) {
    const page = await keys.list(partner, { after, limit: pageSize });
    counted.keys += page.items.length;
    after = page.items.at(-1)?.id ?? after;
    rest = page.more;
  }
  return counted;
}

export function describeDeletion({ subscriptions, keys, waiting, more }: Deletion, id: string): string {
  const held = `${more ? "more than " : ""}${count(waiting, "waiting delivery", "waiting deliveries")}`;
  const all = `${count(subscriptions, "subscription")}, ${count(keys, "key")} and ${held}`;
  return `This permanently deletes ${all}. To confirm, repeat the request with ?confirm=${id}.`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
