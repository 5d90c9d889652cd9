import { InvalidArgumentError } from "@commander-js/extra-typings";
import * as z from "zod";
import { type JsonObject, jsonObject } from "../../shared/kernel/json.ts";
import { parseJson } from "../../shared/kernel/parse.ts";

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Use a whole number from ${min} to ${max}.`);
  };
}

export function decimalNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+(\.\d+)?$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Use a number from ${min} to ${max}.`);
  };
}

/** An option can be repeated, or given once with commas: `person.*,company.*`. */
export const listed = (values: readonly string[]): string[] => values.flatMap((each) => each.split(","));

export function recordOption(text: string): { readonly type: string; readonly id: string } {
  const [, type, id] = /^([a-z_]+)\/(.+)$/.exec(text) ?? [];
  if (type !== undefined && id !== undefined) return { type, id };
  throw new InvalidArgumentError("Use <type>/<id>, such as person/k2Jm.");
}

const erasable = ["person", "company", "project", "activity", "document"] as const;

export function erasedOption(text: string): { readonly type: (typeof erasable)[number]; readonly id: string } {
  const { type: given, id } = recordOption(text);
  const type = erasable.find((each) => each === given);
  if (type !== undefined) return { type, id };
  throw new InvalidArgumentError(`Use one of these types: ${erasable.join(", ")}.`);
}

export function jsonOption(text: string): JsonObject {
  try {
    return parseJson(jsonObject, text, "option");
  } catch {
    throw new InvalidArgumentError('Use a JSON object in single quotes: \'{"owner":{"type":["Project"]}}\'.');
  }
}

export function httpUrl(text: string): string {
  if (z.url({ protocol: /^https?$/ }).safeParse(text).success) return text;
  throw new InvalidArgumentError("Use a URL such as http://localhost:3000/hook.");
}

/** A receiver on this machine: `3000`, `localhost:3000/hook`, or a URL. */
export function receiverUrl(text: string): string {
  if (/^\d+$/.test(text)) return httpUrl(`http://localhost:${text}`);
  return httpUrl(/^https?:/i.test(text) ? text : `http://${text}`);
}

/** Takes a time in ISO 8601 or an age (`90s`, `15m`, `6h`, `2d`), and returns the time in UTC. */
export function instantOption(text: string): string {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  if (unit === "s" || unit === "m" || unit === "h" || unit === "d") {
    return new Date(Date.now() - Number(amount) * ms[unit]).toISOString();
  }
  if (!Number.isNaN(Date.parse(text)) && /^\d{4}-\d\d-\d\d/.test(text)) return new Date(text).toISOString();
  throw new InvalidArgumentError("Use a time (2026-11-21T09:00:00Z) or an age (90s, 15m, 6h, 2d).");
}
