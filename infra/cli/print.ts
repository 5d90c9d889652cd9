import { printableLine } from "../../shared/kernel/printable.ts";
import type { components } from "../api-client/api-types.ts";
import type { ApiClient } from "../api-client/create-api-client.ts";
import { exitCodes } from "./cli-errors.ts";
import { answerOf, type Call } from "./client/answer-of.ts";
import { itemsOf, type PageQuery, type ReadPage } from "./client/every-page.ts";
import type { Session } from "./session.ts";
import { type Cell, tableOf } from "./terminal/table.ts";
import type { Text } from "./terminal/terminal.ts";

/** Prints a response, by default as indented JSON. */
export async function print<T>(
  { terminal }: Session,
  call: Call<T>,
  textOf: (answer: T) => Text = (answer) => JSON.stringify(answer, null, 2),
): Promise<void> {
  const answer = await answerOf(call);
  terminal.result(answer, () => textOf(answer));
}

export type Listing<T> = {
  /** Printed if there are no items. */
  readonly none: string;
  readonly heads: readonly string[];
  readonly row: (item: T) => readonly Cell[];
};

export const listingText = <T>(items: readonly T[], { none, heads, row }: Listing<T>): string =>
  items.length === 0 ? none : tableOf(heads, items.map(row));

export function printItems<T>({ terminal }: Session, items: readonly T[], listing: Listing<T>): void {
  terminal.result(items, () => listingText(items, listing));
}

/** Prints the first `limit` items of a list. */
export async function printList<T>(
  session: Session,
  limit: number,
  {
    read,
    ...listing
  }: Listing<T> & { readonly read: (api: ApiClient, query: PageQuery) => Call<Awaited<ReturnType<ReadPage<T>>>> },
): Promise<void> {
  const api = session.api();
  printItems(session, await itemsOf((query) => answerOf(read(api, query)), limit), listing);
}

/** Prints the result of a ping or an example. If it failed, so does the command. */
export async function printPing({ terminal }: Session, call: Call<components["schemas"]["PingResult"]>): Promise<void> {
  const ping = await answerOf(call);
  const { outcome, attempt, responseExcerpt: said = "" } = ping;
  const answer = attempt?.status ?? attempt?.error ?? "no response yet";
  const time = attempt === undefined ? "" : ` in ${attempt.durationMs} ms`;
  terminal.result(ping, () => printableLine(`${outcome}: ${answer}${time}  ${said}`.trim()));
  if (outcome === "failed") process.exitCode = exitCodes.failed;
}
