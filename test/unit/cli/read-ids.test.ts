import { expect, test } from "vitest";
import { readIds } from "../../../infra/cli/reconcile/read-ids.ts";

const id = (last: string) => `evt_01KAJ3N6Q0V5Y1R8C4T7W2X9Z${last}`;
async function* chunks(text: string, size = 7) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
const read = (text: string, most?: number) => readIds(chunks(text), most);

test("ids come sorted and once, and repeated ones are counted", async () => {
  const text = `\ufeff${id("B")}\r\n\n  ${id("A")}\n"${id("B")}"\n${id("C")}\n${id("B")}`;
  expect(await read(text)).toEqual({ ids: [id("A"), id("B"), id("C")], duplicates: 2 });
  expect(await read("")).toEqual({ ids: [], duplicates: 0 });
});

test("wrong lines are named by number, with a few characters at most", async () => {
  const secret = "whsec_c2VjcmV0c2VjcmV0";
  const text = [id("A"), secret, `${id("B")}x`, "\u001b[2J", id("C").toLowerCase()].join("\n");
  await expect(read(text)).rejects.toThrow(
    /line 2: "whsec_c2"…\n +line 3: "evt_01KA"…\n +line 4: "\\u001b\[2J"\n +line 5:/,
  );
  await expect(read(text)).rejects.not.toThrow(secret);
  // It ends at the fifth.
  await expect(read("x\n".repeat(9))).rejects.toThrow(/line 5: "x"$/);
});

test("a line without an end and a list that is too long are refused before they fill the memory", async () => {
  let given = 0;
  async function* endless() {
    for (; given < 1_000; given += 1) yield "x".repeat(1_000);
  }
  await expect(readIds(endless())).rejects.toThrow("line 1: it is too long");
  expect(given).toBe(0);
  const three = `${id("A")}\n${id("B")}\n${id("C")}\n`;
  expect((await read(three, 3)).ids).toHaveLength(3);
  await expect(read(three, 2)).rejects.toThrow("more than 2 IDs");
});
