import {
  DescribeEventBusCommand,
  EventBridgeClient,
  EventBridgeServiceException,
  PutEventsCommand,
} from "@aws-sdk/client-eventbridge";
import type { Clock } from "../../../kernel/ports/clock.ts";
import { busRule } from "../../../kernel/topology.ts";
import type { Destination, Place } from "../../../subscriptions/destination.ts";
import { DestinationError, statusOf } from "./destination-failure.ts";
import type { ClientOptions, SendEvent } from "./destination-module.ts";

/** How long (ms) a bus that was found counts as existing. */
const foundFor = 60_000;

/**
 * Puts each event on the partner's bus in the same form as on the bridge's own bus: with the same source, and with the
 * event's type as the detail type.
 */
export function open({ target }: Destination, { name }: Place, options: ClientOptions, clock: Clock): SendEvent {
  const client = new EventBridgeClient(options);
  let foundAt = Number.NEGATIVE_INFINITY;

  // PutEvents succeeds even if the bus doesn't exist, and the event is lost.
  const find = async (abortSignal: AbortSignal) => {
    const now = clock.now();
    if (now - foundAt < foundFor) return foundAt;
    try {
      await client.send(new DescribeEventBusCommand({ Name: name }), { abortSignal });
    } catch (error) {
      // A role may lack the right to describe the bus.
      if (!(error instanceof EventBridgeServiceException) || statusOf(error.name) !== 403) throw error;
    }
    return now;
  };

  return async ({ envelope: { type, timestamp }, body }, abortSignal) => {
    const lookedAt = await find(abortSignal);
    const entry = {
      EventBusName: target,
      Source: busRule.source,
      DetailType: type,
      Time: new Date(timestamp),
      Detail: body.toString("utf8"),
    };
    const { Entries: [result] = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }), { abortSignal });
    // The request succeeds even if its entry is refused. An entry without an id may be lost.
    if (result?.EventId !== undefined) {
      // Set only after a successful send. If the role may neither describe the bus nor send to it, the bridge
      // can't tell whether the bus exists, and the role may get both permissions within the minute.
      foundAt = lookedAt;
      return;
    }
    const { ErrorCode: code = "InternalFailure", ErrorMessage: message = "" } = result ?? {};
    throw new DestinationError(statusOf(code), code, message);
  };
}

export function allowed({ region, account = "", name }: Place) {
  return {
    actions: ["events:PutEvents", "events:DescribeEventBus"],
    resource: `events:${region}:${account}:event-bus/${name}`,
  };
}
