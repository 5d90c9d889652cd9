import { DeclinedError, UsageError } from "./cli-errors.ts";
import type { Session } from "./session.ts";

/**
 * Throws {@link DeclinedError} unless the answer is yes. A script can't answer, so without `--yes`, it gets a
 * {@link UsageError}. `what` is a clause, such as `this deletes sub_…`.
 */
export async function confirm({ ask }: Pick<Session, "ask">, what: string, yes: boolean | undefined): Promise<void> {
  if (yes === true) return;
  if (ask === undefined) throw new UsageError(`${what}, so it needs confirmation`, "Add --yes to confirm it.");
  const answer = await ask(`${what[0]?.toUpperCase()}${what.slice(1)}. Continue? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new DeclinedError("nothing was changed");
}

export const yesOption = ["--yes", "don't ask for confirmation"] as const;
