import { expect, test } from "vitest";
import * as z from "zod";
import { eventAnswer } from "../../../shared/api/event-types/event-answer.ts";
import { envelope } from "../../../shared/kernel/envelope.ts";

/** The paths of an object's fields, including those of objects in it: `changes[].from`. */
function pathsOf(schema: unknown, path = ""): readonly string[] {
  if (schema instanceof z.ZodOptional) return pathsOf(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return pathsOf(schema.element, `${path}[]`);
  if (!(schema instanceof z.ZodObject)) return [path];
  return Object.entries(schema.shape).flatMap(([name, field]) => pathsOf(field, `${path}.${name}`));
}

test("the documented event has every field of an event", () => {
  expect([...pathsOf(eventAnswer)].sort()).toEqual([...pathsOf(envelope)].sort());
});
