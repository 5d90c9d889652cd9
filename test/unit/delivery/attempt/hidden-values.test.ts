import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import {
  headersWithoutValues,
  shownHeaders,
  withoutValues,
} from "../../../../shared/delivery/attempt/hidden-values.ts";

describe("an endpoint's response is shown without", () => {
  it.each([
    ["a value", "s3cr3t-t0ken-123", "got s3cr3t-t0ken-123, sorry", "got …, sorry"],
    ["a value with its scheme", "Bearer s3cr3t-t0ken-123", "Bearer s3cr3t-t0ken-123 twice", "… twice"],
    ["what is behind a scheme", "Bearer s3cr3t-t0ken-123", '{"error":"token s3cr3t-t0ken-123"}', '{"error":"token …"}'],
    ["a value whose slashes are escaped", "abc/def/ghi", String.raw`{"got":"abc\/def\/ghi"}`, '{"got":"…"}'],
    ["a value whose quotes and backslashes are escaped", 'abc"de\\f', String.raw`{"got":"abc\"de\\f"}`, '{"got":"…"}'],
    ["a value that is escaped by codes", "Basic a+b/c&d==", String.raw`a\u002Bb\/c\u0026d\u003d\u003D`, "…"],
    [
      "nothing that is like a value",
      "a.c+e[f]",
      String.raw`abc\n abce[f] a.cce[f]`,
      String.raw`abc\n abce[f] a.cce[f]`,
    ],
    ["the beginning of a value that is cut off", "Bearer s3cr3t-t0ken-123", "token: s3cr3t-t0k", "token: …"],
    ["the beginning of a value with its scheme", "Bearer s3cr3t-t0ken-123", "Bearer s3cr3t", "…"],
    ["a beginning that repeats itself", "ababababc", "xxabababab", "xx…"],
    ["a beginning that is cut off in an escape", "abcdef/ghi", String.raw`{"got":"abcdef\u00`, '{"got":"…'],
    ["no beginning as short as a word", "Bearer s3cr3t-t0ken-123", "said s3cr3", "said s3cr3"],
    ["nothing as short as a word", "abcde", "abcde", "abcde"],
    ["nothing short behind a scheme", "Team no 1", "no 1", "no 1"],
  ])("%s", (_, value, text, shown) => {
    expect(withoutValues(text, [value])).toBe(shown);
  });

  it.each([
    ["backslashes, one short of a value of backslashes", `${"\\".repeat(40)}x`, `${"\\".repeat(2_000)}.`],
    ["an escape and a value of 4 KB", "v".repeat(4_000), String.raw`{"got":"\n${"v".repeat(900)}"}`],
  ])("changing anything, however long the search might take: %s", (_, value, text) => {
    expect(withoutValues(text, [value])).toBe(text);
  });

  it("each occurrence of a value that nearly occurs in many places", () => {
    // What a search at every place finds.
    const expected = (text: string, value: string) => {
      const places = Array.from(text, (_, at) => at);
      const found = places.flatMap((at) => {
        if (text.startsWith(value, at)) return [[at, at + value.length] as const];
        return text.length - at >= 6 && value.startsWith(text.slice(at)) ? [[at, text.length] as const] : [];
      });
      const isHidden = (at: number) => found.some(([from, to]) => from <= at && at < to);
      return places.map((at) => (isHidden(at) ? (isHidden(at - 1) ? "" : "…") : text.charAt(at))).join("");
    };
    const of = (units: readonly string[], minLength: number) =>
      fc.string({ unit: fc.constantFrom(...units), minLength, maxLength: 12 });
    fc.assert(
      fc.property(of(["a", "b"], 6), of(["a", "b"], 0), of(["a", "b"], 0), (value, before, after) => {
        for (const text of [before + value + after, before + value.slice(0, -1), before + value + value])
          expect(withoutValues(text, [value])).toBe(expected(text, value));
      }),
      { numRuns: 300 },
    );
  });

  it("the start of a value at the end of a truncated text", () => {
    const unit = fc.constantFrom("a", "b", "\\", "/");
    fc.assert(
      fc.property(
        fc.string({ unit, minLength: 7 }),
        fc.string({ unit: fc.constantFrom("c", "d") }),
        (value, before) => {
          const cut = value.slice(0, -1);
          expect(withoutValues(before + cut, [value])).toBe(`${before}…`);
        },
      ),
    );
  });

  it("a value in any JSON spelling", () => {
    const printable = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 6,
    });
    fc.assert(
      fc.property(printable, fc.infiniteStream(fc.nat(2)), (value, ways) => {
        const written = value.split("").map((unit) => {
          const way = ways.next().value;
          if (way === 0) return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
          return way === 1 && /[/'&=]/.test(unit) ? `\\${unit}` : JSON.stringify(unit).slice(1, -1);
        });
        expect(withoutValues(`{"got":"${written.join("")}"}`, [value])).toBe('{"got":"…"}');
      }),
    );
  });

  it("any of them in headers", () => {
    expect(headersWithoutValues({ "x-echo": "abcdef", "x-other": "1" }, ["Key abcdef"])).toEqual({
      "x-echo": "…",
      "x-other": "1",
    });
  });

  it("values that are prepared once for all headers", () => {
    let units = 0;
    vi.stubGlobal(
      "Uint16Array",
      class extends Uint16Array {
        constructor(length: number) {
          super(length);
          units += length;
        }
      },
    );
    const value = "v".repeat(4_000);
    const headers = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`x-${at}`, "short"]));
    headersWithoutValues(headers, [value]);
    vi.unstubAllGlobals();
    expect(units).toBeGreaterThan(value.length);
    expect(units).toBeLessThan(4 * value.length);
  });
});

describe("a response's headers are shown", () => {
  it("in lower case, in one line each, and without those that may contain secrets", () => {
    const secret = ["Authorization", "authentication-info", "Proxy-Authorization", "PROXY-authentication-info"];
    const raw = { Server: "nginx", "X-Two": ["1", "2"], "x-none": undefined, "www-authenticate": "Basic" };
    const hidden = Object.fromEntries([...secret, "Set-Cookie", "set-cookie2"].map((name) => [name, "s3cret"]));
    expect(shownHeaders({ ...hidden, ...raw })).toEqual({
      ...{ server: "nginx", "x-two": "1, 2", "www-authenticate": "Basic" },
    });
  });

  it("up to twenty, with names and values of up to 256 bytes, cut between characters", () => {
    const [name, value] = ["n".repeat(256), "v".repeat(256)];
    expect(shownHeaders({ [name]: value, [`${name}n`]: "1", cut: `${value}v`, split: `${"v".repeat(255)}é` })).toEqual({
      ...{ [name]: value, cut: value, split: "v".repeat(255) },
    });
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`x-${at}`, "1"]));
    expect(Object.keys(shownHeaders({ "set-cookie": "1", ...many }))).toEqual(Object.keys(many).slice(0, 20));
  });
});
