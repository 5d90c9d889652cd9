const isOperational = (pattern: string) => pattern.startsWith("bridge.");

/**
 * A choice of event types after one was ticked or unticked. What a wider pattern covers is left out beside it; `*` doesn't
 * cover `bridge.*`. A narrower one takes the place of the wider one that covered it.
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

/** The types that an endpoint asked for, for people. */
export function typesText(types: readonly string[]): string {
  return types.map((type) => (type === "*" ? "Every change" : type)).join(", ");
}
