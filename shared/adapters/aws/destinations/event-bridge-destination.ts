import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { busRule } from "../../../kernel/topology.ts";
import type { Destination, Place } from "../../../subscriptions/destination.ts";
import { DestinationError, statusOf } from "./destination-failure.ts";
import type { ClientOptions, SendEvent } from "./destination-module.ts";

/**
 * Puts each event on the partner's bus as the bridge does on its own: with the same source, and with the event's type
 * as the detail type.
 */
export function open({ target }: Destination, _: Place, options: ClientOptions): SendEvent {
  const client = new EventBridgeClient(options);
  return async ({ envelope: { type, timestamp }, body }, abortSignal) => {
    const entry = {
      EventBusName: target,
      Source: busRule.source,
      DetailType: type,
      Time: new Date(timestamp),
      Detail: body.toString("utf8"),
    };
    const { Entries: [result] = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }), { abortSignal });
    // The request succeeds even if its entry is refused. An entry without an id may be lost.
    if (result?.EventId !== undefined) return;
    const { ErrorCode: code = "InternalFailure", ErrorMessage: message = "" } = result ?? {};
    throw new DestinationError(statusOf(code), code, message);
  };
}

export function allowed({ region, account = "", name }: Place) {
  return { actions: ["events:PutEvents"], resource: `events:${region}:${account}:event-bus/${name}` };
}
