import { describe, expect, it } from "vitest";
import { payloadOf } from "../../../../shared/delivery/attempt/payload.ts";
import { anEvent } from "../../fanout/an-event.ts";

const envelope = anEvent({ changes: [{ field: "status", from: "a", to: "b" }], owner: { type: "Person", id: "p" } });
const event = { envelope, body: JSON.stringify(envelope) };
const parsed = (choice: Parameters<typeof payloadOf>[1]) => {
  const { contentType, body } = payloadOf(event, choice);
  return { contentType, body: JSON.parse(body.toString("utf8")) };
};

const without = (fields: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

describe("the body of a delivery", () => {
  it("is the stored bytes, unchanged", () => {
    const odd = { envelope, body: `${JSON.stringify(envelope)} ` };
    expect(payloadOf(odd, {}).body.toString()).toBe(odd.body);
    expect(payloadOf(odd, { format: "envelope", payload: "full" }).contentType).toBe("application/json");
  });

  it("thin: without data, with everything else", () => {
    const rest = without(envelope, "data");
    expect(parsed({ payload: "thin" })).toEqual({ contentType: "application/json", body: rest });
  });

  it("CloudEvents 1.0 in structured mode, with the rest of the envelope as data", () => {
    const { id, timestamp } = envelope;
    const rest = without(envelope, "id", "type", "instance", "timestamp");
    expect(parsed({ format: "cloudevents" })).toEqual({
      contentType: "application/cloudevents+json",
      body: {
        specversion: "1.0",
        id,
        type: "feedhook.person.updated",
        source: "/instances/acme",
        subject: "person/per-1",
        time: timestamp,
        datacontenttype: "application/json",
        dataschema: "urn:feedhook:schema:person.updated:cloudevent-data:1",
        data: rest,
      },
    });
    expect(parsed({ format: "cloudevents", payload: "thin" }).body.data).not.toHaveProperty("data");
  });
});
