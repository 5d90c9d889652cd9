import { randomUUID } from "node:crypto";
import { type Command, InvalidArgumentError } from "@commander-js/extra-typings";
import * as z from "zod";
import { type EventType, eventType } from "../../../shared/kernel/catalogue.ts";
import { type Envelope, envelope } from "../../../shared/kernel/envelope.ts";
import { eventId } from "../../../shared/kernel/event-id.ts";
import { isoTime } from "../../../shared/kernel/instant.ts";
import { isJsonObject, type Json, type JsonObject, json, ownMember, setMember } from "../../../shared/kernel/json.ts";
import { withData } from "../../../shared/kernel/merge-patch.ts";
import { parseJson } from "../../../shared/kernel/parse.ts";
import { printableLine } from "../../../shared/kernel/printable.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { exitCodes, UsageError } from "../cli-errors.ts";
import { answerOf } from "../client/answer-of.ts";
import { pushedIds } from "../client/subscriptions.ts";
import { command } from "../command.ts";
import { isTaken } from "../listen/forward-event.ts";
import { hasLocalListeners, toLocalListeners } from "../listen/local-listeners.ts";
import { printPing } from "../print.ts";
import type { Session } from "../session.ts";

const help = `
While \`feedhook listen\` runs on this machine, it gets the example and signs it with its own secret.
The event is marked as an example: webhook-example: true in its headers, and example: true in its body. No record
changed, and no other endpoint gets the event.
A receiver that uses @feedhook/receiver, or feedhook-receiver in Python, answers 204 and drops examples unless its
option handleExamples (handle_examples) is true.

  feedhook trigger person.updated --set data.firstName=Ada --set data.isActive=false
  feedhook trigger document.moved --subscription sub_…`;

export function addTrigger(program: Command, session: Session): void {
  command(program, "trigger", "send a realistic, signed example event to your endpoint, and show the response")
    .argument("<type>", "an event type, such as person.updated")
    .option(
      "--subscription <id>",
      "the subscription (default: `feedhook listen` on this machine, or the only subscription that isn't a pull subscription)",
    )
    .option(
      "--set <data.field=value>",
      "set a field in the event's data to JSON or text; repeat the option for more fields",
      setOption,
    )
    .addHelpText("after", help)
    .action(async (name, { subscription, set }) => {
      const { data: type } = eventType.safeParse(name);
      if (type === undefined)
        throw new UsageError(`there is no event type ${name}`, "List them: feedhook event-types list");
      const api = session.api();
      if (subscription === undefined && (await triggeredLocally(session, api, type, set))) return;
      const id = subscription ?? (await onlyEndpoint(api));
      const body = { type, ...(set && { data: { ...set } }) };
      await printPing(session, api.POST("/v1/subscriptions/{id}/examples", { params: { path: { id } }, body }));
    });
}

/** Gives the example to `feedhook listen` on this machine. Returns false if no `feedhook listen` runs. */
async function triggeredLocally(session: Session, api: ApiClient, type: EventType, set: JsonObject | undefined) {
  if (!hasLocalListeners(session)) return false;
  const params = { path: { type } };
  const found = await answerOf(api.GET("/v1/event-types/{type}", { params, parseAs: "text" }));
  const { exampleEvent } = parseJson(z.object({ exampleEvent: envelope }), found, "response of the bridge");
  const example = uniqueExample(exampleEvent, Date.now(), randomUUID());
  const heard = await toLocalListeners(session, set === undefined ? example : withData(example, set));
  for (const { to, ...outcome } of heard) {
    const word = isTaken(outcome) ? "delivered" : "failed";
    const answer = `${word}: ${outcome.status ?? outcome.error ?? "no response"} in ${outcome.ms} ms`;
    const value = { event: example.id, outcome: word, to, ...outcome };
    session.terminal.result(value, () => printableLine(`${answer}  (feedhook listen, ${to})`));
    if (word === "failed") process.exitCode = exitCodes.failed;
  }
  return heard.length > 0;
}

/** Marks the example as the bridge does. With a unique id, no receiver drops it as a duplicate. */
function uniqueExample(event: Envelope, now: number, nonce: string): Envelope {
  const { type, subject } = event;
  const instance = "~example";
  const record = { instance, resource: subject.type, owner: "", recordId: subject.id, seq: subject.seq };
  const at = isoTime(now);
  return {
    ...event,
    ...{ id: eventId(now, { ...record, type, factKey: nonce }), instance, timestamp: at, detectedAt: at },
    example: true,
  };
}

function setOption(given: string, before: JsonObject | undefined): JsonObject {
  const [, path, value] = /^data\.([^=]+)=([^]*)$/.exec(given) ?? [];
  if (path === undefined || value === undefined) {
    throw new InvalidArgumentError("Use data.<field>=<value>, such as data.firstName=Ada.");
  }
  return setValue(before ?? {}, path.split("."), value);
}

async function onlyEndpoint(api: ApiClient): Promise<string> {
  const [only, ...others] = await pushedIds(api);
  if (only === undefined) {
    throw new UsageError(
      "there is no subscription that examples can be sent to",
      "Create one: feedhook subscriptions create --help",
    );
  }
  if (others.length === 0) return only;
  throw new UsageError(
    `there are ${others.length + 1} subscriptions that the example can be sent to`,
    "Choose one with --subscription sub_…; `feedhook subscriptions list` lists them.",
  );
}

/**
 * A value that parses as JSON is stored as JSON, and any other value as text.
 *
 * @example setValue({}, ["owner", "id"], "c1") // { owner: { id: "c1" } }
 */
export function setValue(object: JsonObject, path: readonly string[], value: string): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return object;
  const inner = ownMember(object, name);
  const set: Json = rest.length === 0 ? read(value) : setValue(isJsonObject(inner) ? inner : {}, rest, value);
  const changed: { [member: string]: Json } = { ...object };
  setMember(changed, name, set);
  return changed;
}

function read(value: string): Json {
  try {
    return parseJson(json, value, "value");
  } catch {
    return value;
  }
}
