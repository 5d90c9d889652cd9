import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { tableOf } from "../../../infra/cli/terminal/table.ts";
import { createTerminal } from "../../../infra/cli/terminal/terminal.ts";
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

describe("a table in a terminal", () => {
  const rows = [
    ["evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB", "The endpoint returned HTTP 503. The next attempt is at noon."],
    ["evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC", "株式会社の窓口は応答しません 🙂 and more words"],
  ];
  const table = (width: number | undefined) => tableOf(["event", "why it waits"], rows, width);

  test("stays as it is where it fits, and in a pipe", () => {
    expect(table(200)).toBe(table(undefined));
    expect(table(undefined).split("\n")).toHaveLength(3);
  });

  test("wraps long cells between words, and keeps every id whole", () => {
    const lines = table(64).split("\n");
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter((line) => widthIn(line) > 64)).toEqual([]);
    expect(lines.slice(0, 2)).toEqual([
      "EVENT                           WHY IT WAITS",
      "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB  The endpoint returned HTTP 503.",
    ]);
  });

  test("shows each row as a block where the ids alone are too wide", () => {
    expect(
      tableOf(
        ["event", "state"],
        [
          ["evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB", "Held"],
          ["evt_2", ""],
        ],
        30,
      ),
    ).toBe("EVENT  evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB\nSTATE  Held\n\nEVENT  evt_2\nSTATE");
  });

  test("without rows has its heads", () => {
    expect(tableOf(["event", "state"], [], 80)).toBe("EVENT  STATE");
  });
});

/** Counts places as a terminal does: East Asian characters and emoji take two. */
const widthIn = (line: string) =>
  Array.from(line).reduce((sum, one) => sum + ((one.codePointAt(0) ?? 0) > 0x2e80 ? 2 : 1), 0);
