import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { createTerminal, tableOf } from "../../../infra/cli/terminal/terminal.ts";
import { anyText, steering } from "../../support/steering-text.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** What the terminal writes to both streams. */
function written(isJson: boolean, use: (terminal: ReturnType<typeof createTerminal>) => void): string {
  let all = "";
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => {
      all += String(text);
      return true;
    });
  }
  use(createTerminal(() => isJson));
  vi.restoreAllMocks();
  return all;
}

test("the terminal gets only our own colour codes, whatever others wrote", () => {
  vi.stubEnv("FORCE_COLOR", "1");
  vi.stubEnv("NO_COLOR", undefined);
  fc.assert(
    fc.property(anyText, (text) => {
      const out = written(false, (terminal) => {
        terminal.result(undefined, () => [{ style: "red", text }, ` ${text}\n`, tableOf(["name"], [[text]])]);
        terminal.result(undefined, () => text);
        terminal.note(text);
      });
      expect(out.startsWith("\u001b[31m")).toBe(true);
      expect(out.replace("\u001b[31m", "").replace("\u001b[39m", "")).not.toMatch(steering);
    }),
  );
});

test("--json keeps the values", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const out = written(true, (terminal) => {
        terminal.result({ text }, () => "");
      });
      expect(out).not.toMatch(steering);
      expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify({ text })));
    }),
  );
});

test("a cell stays on its line", () => {
  expect(tableOf(["name"], [["one\nsub_forged  active"]])).toBe("NAME\none\\nsub_forged  active");
});
