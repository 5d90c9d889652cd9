import { expect, test } from "vitest";
import { detectedAtOf, eventIdShape } from "../../../shared/kernel/event-id.ts";

test.each(["I", "L", "O", "U"])("a request's event ID with %s, which no ID contains, isn't accepted", (letter) => {
  const id = `evt_01KE6H0560E1WB5BAPA2MSESV${letter}`;
  expect([eventIdShape.test(id), detectedAtOf(id)]).toEqual([false, undefined]);
  expect(eventIdShape.test(id.replace(/.$/, "W"))).toBe(true);
});
