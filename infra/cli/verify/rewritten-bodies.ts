type Rewritten = { readonly code: string; readonly change: string; readonly body: Buffer };

/** Forms that the body may have had before it was changed on the way. */
export function rewrittenBodies(body: Buffer): Rewritten[] {
  const text = body.toString("utf8");
  const trimmed = text.trim();
  const line = (change: string, form: string): Rewritten => ({ code: "line_end", change, body: Buffer.from(form) });
  const forms = [
    line("it has no spaces or line breaks around it", trimmed),
    line("it ends with a line break", `${trimmed}\n`),
    line("its line breaks are \\n, not \\r\\n", text.replaceAll("\r\n", "\n")),
    line("it has no byte order mark", text.replace(/^\u{feff}/u, "")),
    { code: "charset", change: "it is UTF-8, and was read as Latin-1", body: Buffer.from(text, "latin1") },
    ...reserialised(trimmed),
  ];
  return forms.filter((form) => !form.body.equals(body));
}

/** JSON that was parsed and serialized again keeps its meaning but not its bytes. */
function reserialised(text: string): Rewritten[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
    // A framework may have passed a string that contains the JSON.
    if (typeof value === "string") value = JSON.parse(value);
  } catch {
    return [];
  }
  const form = (change: string, body: string): Rewritten => ({ code: "reserialised", change, body: Buffer.from(body) });
  return [
    form("it has no spaces between its parts, so this one was parsed and serialized again", JSON.stringify(value)),
    form("it is indented by 2, so this one was parsed and serialized again", JSON.stringify(value, null, 2)),
    form("it is indented by 4, so this one was parsed and serialized again", JSON.stringify(value, null, 4)),
  ];
}
