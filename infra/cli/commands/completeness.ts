import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { components } from "../../api-client/api-types.ts";
import {
  completenessLine,
  kindWords,
  periodWords,
  uncertaintyWords,
  untilWords,
} from "../../api-client/completeness-words.ts";
import { onlyInstance } from "../client/partner-path.ts";
import { command } from "../command.ts";
import { instantOption } from "../option-values.ts";
import { print } from "../print.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

export function addCompleteness(program: Command, session: Session): void {
  command(program, "completeness", "show the time up to which an instance's events are complete, and what is uncertain")
    .option("--instance <name>", "the instance (default: the only one)")
    .option("--kinds <kinds>", "only these kinds: person,company,…")
    .option("--from <time>", "the start of a period: a time, or an age such as 6h", instantOption)
    .option("--to <time>", "the end of a period; the result then says whether the period is complete", instantOption)
    .action(async ({ instance: given, ...options }) => {
      const api = session.api();
      const instance = given ?? (await onlyInstance(api));
      await print(session, api.GET("/v1/completeness", { params: { query: { instance, ...options } } }), textOf);
    });
}

const asIs = (time: string): string => time;

function textOf(answer: components["schemas"]["Completeness"]): string {
  const { kinds, scrubs, uncertain, period } = answer;
  const rows = kinds.map(({ kind, changes, withinSeconds, listed, removals, estimatedUntil }) => [
    kindWords[kind],
    estimatedUntil === undefined ? untilWords(changes, asIs) : `about ${estimatedUntil} (estimated)`,
    withinSeconds === undefined ? "" : `${withinSeconds} s`,
    listed === undefined ? "" : untilWords(listed, asIs),
    removals === undefined ? "" : untilWords(removals, asIs),
  ]);
  const compared = scrubs.flatMap(({ kind, last, running }) => {
    const [run, word] = last === undefined ? [running, "so far"] : [last, `by ${last.endedAt ?? ""}`];
    return run === undefined ? [] : [[kindWords[kind], run.compared, run.found, word]];
  });
  const doubts = uncertain.map((one) => `- ${printableLine(uncertaintyWords(one, asIs))}`);
  const parts = [
    completenessLine(answer, asIs),
    ...(period === undefined ? [] : [periodWords(period)]),
    tableOf(["kind", "changes", "assumed delay", "complete list", "removals"], rows),
    ...(compared.length === 0 ? [] : [tableOf(["compared by ID", "records", "changes found", ""], compared)]),
    doubts.length === 0 ? "Nothing is uncertain." : ["Uncertain:", ...doubts].join("\n"),
  ];
  return parts.join("\n\n");
}
