import { createReadStream, readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { type JsonObject, jsonObject } from "../../shared/kernel/json.ts";
import { parseJson } from "../../shared/kernel/parse.ts";
import { UsageError } from "./cli-errors.ts";

/** `-` is standard input. */
export async function bytesOf(file: string): Promise<Buffer> {
  if (file === "-") return buffer(process.stdin);
  try {
    return readFileSync(file);
  } catch {
    throw new UsageError(`${file} can't be read`, "Check the path.");
  }
}

/** In pieces, for files that may be long; `-` is standard input. */
export async function* textIn(file: string): AsyncGenerator<string> {
  const stream = file === "-" ? process.stdin : createReadStream(file);
  try {
    for await (const chunk of stream.setEncoding("utf8")) yield String(chunk);
  } catch {
    throw new UsageError(`${file} can't be read`, "Check the path.");
  }
}

export const textOf = async (file: string): Promise<string> => (await bytesOf(file)).toString("utf8");

export async function jsonOf(file: string): Promise<JsonObject> {
  return parseJson(jsonObject, await textOf(file), file);
}

export async function headersOf(file: string): Promise<Record<string, string>> {
  return readHeaders(await textOf(file));
}

const jsonHeaders = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/**
 * Reads `Name: value` lines, which may begin with `<`, `>` or `*`, as `curl -v` prints them. Also reads a JSON object,
 * as Express, Lambda and most loggers provide it.
 */
export function readHeaders(text: string): Record<string, string> {
  const entries = text.trimStart().startsWith("{") ? fromJson(text) : fromLines(text);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

function fromJson(text: string): [string, string][] {
  try {
    return Object.entries(jsonHeaders.parse(JSON.parse(text))).map(([name, value]) => [name, [value].flat().join(" ")]);
  } catch {
    throw new UsageError(
      "the headers begin like JSON but aren't an object of strings",
      "You can also use lines such as `name: value`.",
    );
  }
}

function fromLines(text: string): [string, string][] {
  return text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, name, value] = /^[<>*]?\s*([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
}
