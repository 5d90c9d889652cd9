import { eventIdShape } from "../../../shared/kernel/event-id.ts";
import { UsageError } from "../cli-errors.ts";

/** This many ids take about 100 MB of memory. */
const mostIds = 1_000_000;
/** In characters. A longer line isn't an id, so the rest of it isn't read into memory. */
const longestLine = 256;
const mostNamed = 5;
/** How many characters of a wrong line an error repeats, because the line can contain anything. */
const mostEchoed = 8;

/**
 * Reads event ids, one per line. Ignores empty lines, and spaces and double quotes around an id. Throws
 * {@link UsageError} for any other line, or for more than `most` ids. The returned ids are distinct and sorted, and
 * therefore in the order of detection; `duplicates` is the number of lines that repeat the id of another line.
 */
export async function readIds(chunks: AsyncIterable<string>, most = mostIds) {
  const ids: string[] = [];
  const wrong: string[] = [];
  let line = 0;
  const take = (text: string) => {
    line += 1;
    const id = text.trim().replace(/^"(.*)"$/, "$1");
    if (id === "") return;
    if (!eventIdShape.test(id)) {
      wrong.push(`line ${line}: ${JSON.stringify(id.slice(0, mostEchoed))}${id.length > mostEchoed ? "…" : ""}`);
      if (wrong.length === mostNamed) throw wrongLines(wrong);
      return;
    }
    if (ids.length === most)
      throw new UsageError(`the list has more than ${most} IDs`, "Split it by time, and use --from and --to.");
    ids.push(id);
  };
  let rest = "";
  for await (const chunk of chunks) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) take(text);
    if (rest.length > longestLine) throw wrongLines([...wrong, `line ${line + 1}: it is too long`]);
  }
  take(rest);
  if (wrong.length > 0) throw wrongLines(wrong);
  ids.sort();
  const distinct = ids.filter((id, at) => id !== ids[at - 1]);
  return { ids: distinct, duplicates: ids.length - distinct.length };
}

const wrongLines = (wrong: readonly string[]) =>
  new UsageError(
    `the list has lines that aren't event IDs\n  ${wrong.join("\n  ")}`,
    "Write one ID per line: evt_ and 26 characters.",
  );
