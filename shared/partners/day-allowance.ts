import { utcDay } from "../kernel/instant.ts";
import type { Table } from "../kernel/ports/table.ts";
import { partnerPartition } from "./partner-key.ts";

type Taken = {
  readonly partner: string;
  /** The name of the allowance. */
  readonly of: string;
  readonly amount: number;
  /** Per UTC day. */
  readonly most: number;
  /** Unix ms. */
  readonly now: number;
};

const day = 86_400_000;

/**
 * Takes from a partner's allowance for a UTC day (`deliveries` table, pk `allowance#partner#<id>`, sk
 * `<of>#<yyyy-mm-dd>`). All the partner's keys and all workers share the allowance. Returns false if too little is
 * left.
 */
export async function takeOfDay(table: Table, { partner, of, amount, most, now }: Taken): Promise<boolean> {
  const outcome = await table.update({
    key: { pk: `allowance#${partnerPartition(partner)}`, sk: `${of}#${utcDay(now)}` },
    add: { used: amount },
    set: { expiresAt: Math.ceil((now + 2 * day) / 1_000) },
    when: [{ attribute: "used", is: "absentOrAtMost", value: most - amount }],
  });
  return outcome === "written";
}
