import type { Command } from "@commander-js/extra-typings";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { components } from "../../api-client/api-types.ts";
import { shownState, stateWord } from "../../api-client/state-words.ts";
import { answerOf } from "../client/answer-of.ts";
import { command } from "../command.ts";
import { repeat, type Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";
import { instanceState, noInstances } from "./instances.ts";

type Status = components["schemas"]["Status"];

export function addStatus(program: Command, session: Session): void {
  const { terminal } = session;
  command(program, "status", "show instances, queues and deliveries, and how far behind each feed class is")
    .option("--watch", "refresh every two seconds")
    .action(async ({ watch }) => {
      const api = session.api();
      const show = async () => {
        const status = await answerOf(api.GET("/v1/status"));
        if (watch === true) terminal.clear();
        terminal.result(status, () => statusText(status));
      };
      await (watch === true ? repeat(session, 2_000, show) : show());
    });
}

export function statusText(status: Status): string {
  const { at, instances, needsAttention, failingEndpoints, queues = {}, deliveries = {} } = status;
  const read = instances.flatMap(({ name, feeds, ...instance }) => {
    const state = instanceState(instance);
    const rows = Object.entries(feeds).map(([feedClass, { lastPoll, lagSeconds, stalled = 0, ...feed }]) => {
      const behind = lagSeconds === undefined ? undefined : `${Math.round(lagSeconds)} s`;
      return [
        name,
        state,
        feedClass,
        stateWord(shownState(feed.status, instance.status)),
        lastPoll,
        behind,
        stalled === 0 ? "" : `${stalled} stalled`,
      ];
    });
    return rows.length === 0 ? [[name, state, "", "", "", "", ""]] : rows;
  });
  const depths = Object.entries(queues)
    .filter(([, { ready, delayed, inFlight, dead }]) => ready + delayed + inFlight + dead > 0)
    .map(([name, { ready, readySince, delayed, inFlight, dead }]) => [
      name,
      ready,
      readySince,
      delayed,
      inFlight,
      dead,
    ]);
  const first = instances.flatMap(({ name, firstContact }) =>
    firstContact === undefined
      ? []
      : [
          printableLine(`${name}: first contact has read ${progressOf(firstContact)}`),
          ...(firstContact.left ?? []).map(({ feed, reason, nextTry }) =>
            printableLine(`  ${feed}: ${reason}, next attempt at ${nextTry}`),
          ),
        ],
  );
  const away = instances.flatMap(({ name, unreachable }) =>
    unreachable === undefined ? [] : [outageOf(name, unreachable)],
  );
  const waiting =
    needsAttention.length === 0 ? [] : [["Needs attention", ...needsAttention.map(attentionOf)].join("\n")];
  const failing = failingEndpoints.map(({ partnerName = "(operator)", subscription, endpoint }) => {
    const { state, since, lastFailure, acknowledged } = endpoint;
    const known = acknowledged === undefined ? "" : acknowledgementText(acknowledged);
    return [partnerName, subscription, stateWord(state), since, lastFailure?.status ?? lastFailure?.error, known];
  });
  const failingColumns = ["failing at", "subscription", "state", "since", "cause", "acknowledged by"];
  const counts = Object.entries(deliveries).map(([state, count]) => `${stateWord(state)}: ${count}`);
  const parts = [
    printableLine(`At ${at}`),
    read.length === 0
      ? noInstances
      : tableOf(["instance", "status", "feeds", "state", "last poll", "behind", ""], read),
    ...(away.length === 0 ? [] : [away.join("\n")]),
    ...waiting,
    ...(failing.length === 0 ? [] : [tableOf(failingColumns, failing)]),
    ...(first.length === 0 ? [] : [first.join("\n")]),
    ...(depths.length === 0 ? [] : [tableOf(["queue", "ready", "oldest", "delayed", "in flight", "dead"], depths)]),
    ...(counts.length === 0 ? [] : [printableLine(`Deliveries: ${counts.join(", ")}`)]),
  ];
  return parts.join("\n\n");
}

function outageOf(name: string, { since, asked, fault, nextTry }: components["schemas"]["SourceOutage"]): string {
  return printableLine(`${name}: unreachable since ${since}: ${asked}: ${fault}; next attempt at ${nextTry}`);
}

/** Partners choose their keys' names, so `key` distinguishes a key named `operators` from an operator. */
function acknowledgementText({ by, note }: components["schemas"]["Acknowledgement"]): string {
  return `${by === "operator" ? by : `key "${by}"`}: ${note}`;
}

function attentionOf(one: components["schemas"]["Attention"]): string {
  const { kind, instance, what, count, more, since, action, command } = one;
  const about = [instance, what].filter((part) => part !== undefined).join(": ");
  const many = more === true ? `: ${count} or more` : count === 1 ? "" : `: ${count}`;
  const when = since === undefined ? "" : ` since ${since}`;
  const first = printableLine(`  ${kind}${about === "" ? "" : ` (${about})`}${many}${when}`);
  return `${first}\n${printableLine(`    ${action}${command === undefined ? "" : ` ${command}`}`)}`;
}

/**
 * `3 of 9 lists (118 pages), documents of 40 of 110 owners (312 pages), about 5 min left`. Owners are counted only on a
 * single machine.
 */
function progressOf(progress: components["schemas"]["FirstContact"]): string {
  const { lists, ofLists, pages, documentPages, ownersMet = 0, ownersKnown, secondsLeft } = progress;
  const owners = ownersKnown === undefined ? "documents" : `documents of ${ownersMet} of ${ownersKnown} owners`;
  const left = secondsLeft === undefined ? "" : `, about ${Math.ceil(secondsLeft / 60)} min left`;
  return `${lists} of ${ofLists} lists (${pages} pages), ${owners} (${documentPages} pages)${left}`;
}
