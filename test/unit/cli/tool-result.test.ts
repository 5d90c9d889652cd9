import fc from "fast-check";
import { expect, test } from "vitest";
import { ApiProblemError, UnauthorizedError } from "../../../infra/cli/cli-errors.ts";
import { answering, mostCharacters, toolResult } from "../../../infra/cli/mcp/tool-result.ts";
import { parseExact } from "../../../shared/kernel/exact-json.ts";
import { anyText, steering } from "../../support/steering-text.ts";

const textOf = (value: object) => {
  const [content] = toolResult(value).content;
  return content?.type === "text" ? content.text : "";
};

/** Every string of a value, and every name. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...stringsIn(member)]);
}

test("no text in a result can control what shows it, and the text and the structure are the same", () => {
  const json = fc.jsonValue({ stringUnit: "binary" });
  fc.assert(
    fc.property(fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText), json)), (value) => {
      const { structuredContent } = toolResult(value);
      expect(textOf(value)).toBe(JSON.stringify(structuredContent));
      for (const text of stringsIn(structuredContent)) expect(text.replaceAll("\n", "")).not.toMatch(steering);
    }),
  );
});

test("a result that fits keeps every value, and numbers keep their digits", () => {
  const event = parseExact('{"id":"evt_1","data":{"amount":12345678901234567891,"ratio":0.12345678901234567891}}');
  const text = textOf(event as object);
  expect(text).toBe('{"id":"evt_1","data":{"amount":12345678901234567891,"ratio":0.12345678901234567891}}');
});

test("a longer result is cut until it fits, or refused; a page keeps all of its items", () => {
  const texts = fc.integer({ min: 0, max: 120_000 }).map((length) => "é".repeat(length));
  const values = fc.array(fc.oneof(texts, fc.array(fc.nat(), { maxLength: 3_000 })), { maxLength: 50 });
  fc.assert(
    fc.property(values, (items) => {
      const page = { items: items.map((value) => ({ value })), more: true, nextCursor: "c" };
      const text = textOf(page);
      const { shortened, ...rest } = JSON.parse(text);
      expect(text.length).toBeLessThanOrEqual(mostCharacters);
      expect(rest).toMatchObject({ more: true, nextCursor: "c" });
      expect(rest.items).toHaveLength(items.length);
      expect(shortened).toBe(JSON.stringify(rest) === JSON.stringify(page) ? undefined : true);
    }),
    { numRuns: 50 },
  );
  expect(textOf({ a: "x".repeat(60_000) })).toContain("(58000 more characters)");
  expect(textOf({ a: Array.from({ length: 20_000 }, (_, at) => at) })).toContain("… 19800 more items");
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field ${at}`, at]));
  expect(() => toolResult(wide)).toThrow(`longer than ${mostCharacters} characters`);
});

test("an error has the problem's code and text, and only an unexpected one is logged", async () => {
  const logged: string[] = [];
  const errorOf = async (error: Error) => {
    const work = () => Promise.reject(error);
    const { isError, content } = await answering(work, (line) => logged.push(line))({});
    expect([isError, content.length]).toEqual([true, 1]);
    const [first] = content;
    return JSON.parse(first?.type === "text" ? first.text : "").error;
  };
  const refused = new ApiProblemError("wrong-state", "Wrong state: it is \u001b[2Jdisabled", "Enable it.");
  expect(await errorOf(refused)).toEqual({
    ...{ code: "wrong-state", message: "Wrong state: it is \\u001b[2Jdisabled", nextStep: "Enable it." },
  });
  expect(await errorOf(new UnauthorizedError("Permission denied", "Use another key.", "forbidden"))).toMatchObject({
    code: "forbidden",
  });
  expect(logged).toEqual([]);
  expect(await errorOf(new TypeError("secret of the program"))).toEqual({
    ...{ code: "internal", message: "the call failed; the log of `feedhook mcp` says why" },
  });
  expect(logged).toEqual([expect.stringContaining("TypeError: secret of the program")]);
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field ${at}`, at]));
  const tooLong = await answering(
    () => Promise.resolve(wide),
    () => undefined,
  )({});
  expect(tooLong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("a smaller limit") }] });
});
