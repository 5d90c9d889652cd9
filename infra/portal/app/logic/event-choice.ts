const isOperational = (pattern: string) => pattern.startsWith("bridge.");

/**
 * The selected event types after one was checked or unchecked. A wider pattern replaces the types that it covers,
 * except that `*` doesn't cover `bridge.*`. A narrower pattern replaces the wider one that covered it.
 */
export function withType(chosen: readonly string[], pattern: string, isChosen: boolean): readonly string[] {
  const others = chosen.filter((one) => one !== pattern);
  if (!isChosen) return others;
  if (pattern === "*") return ["*", ...others.filter(isOperational)];
  const [subject = ""] = pattern.split(".");
  const withoutAll = isOperational(pattern) ? others : others.filter((one) => one !== "*");
  if (pattern.endsWith(".*")) return [...withoutAll.filter((one) => !one.startsWith(`${subject}.`)), pattern];
  return [...withoutAll.filter((one) => one !== `${subject}.*`), pattern];
}

/** An endpoint's event types, as text. */
export function typesText(types: readonly string[]): string {
  return types.map((type) => (type === "*" ? "All changes" : type)).join(", ");
}
