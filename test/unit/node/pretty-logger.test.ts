import fc from "fast-check";
import { expect, test } from "vitest";
import { createPrettyLogger } from "../../../infra/node/create-logger.ts";
import { createJsonLogger } from "../../../shared/adapters/logging/json-logger.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { anyText, steering } from "../../support/steering-text.ts";

test("external text can't control the terminal that shows the log", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const lines: string[] = [];
      const write = (line: string) => lines.push(line);
      for (const create of [createPrettyLogger, createJsonLogger]) {
        const logger = create(write, new FakeClock());
        logger.warn("delivery.attempt_failed", { name: text });
        logger.error("backup.failed", new Error(text));
      }
      expect(lines).toHaveLength(4);
      for (const line of lines) {
        expect(line).not.toMatch(steering);
        expect(line.indexOf("\n")).toBe(line.length - 1);
      }
      expect(JSON.parse(lines[2] ?? "")).toMatchObject(JSON.parse(JSON.stringify({ name: text })));
    }),
  );
});
