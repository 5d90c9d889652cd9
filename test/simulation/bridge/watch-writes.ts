import type { Instance as SourceInstance, Transaction } from "../../../infra/sandbox/store/instance.ts";
import { around } from "../../support/around.ts";

type Put = Transaction["put"];
export type Written = { readonly table: Parameters<Put>[0]; readonly row: Parameters<Put>[1] };

/**
 * Calls `see` for each row that a source writes, before it does: what `see` returns runs after it. `committed` runs at
 * the end of each transaction.
 */
export function watchWrites(
  source: SourceInstance,
  see: (written: Written) => (() => void) | undefined,
  committed: () => void = () => undefined,
): void {
  around(source, "commit", (commit) => (write, change) => {
    commit(write, (transaction) => {
      const put: Put = (table, row) => {
        const seen = see({ table, row });
        transaction.put(table, row);
        seen?.();
      };
      change({ ...transaction, put });
    });
    committed();
  });
}
