import type { Alert } from "./alert.ts";

/** What a message says: `title` is the subject of an e-mail, and the first line in a chat. */
export type AlertText = { readonly title: string; readonly lines: readonly string[] };

/** The text of an alert. `portalUrl` is the base address of the portal, if it is known. */
export function textOfAlert({ title, happened, toDo, subscription }: Alert, portalUrl: string | undefined): AlertText {
  const where = portalUrl === undefined ? [] : [`Details: ${portalUrl}/portal/endpoints/${subscription}`];
  return { title, lines: [happened, toDo, ...where] };
}

export function textOfTest(portalUrl: string | undefined): AlertText {
  const where = portalUrl === undefined ? [] : [`Where alerts are set: ${portalUrl}/portal/alerts`];
  return {
    title: "A test of your alerts",
    lines: ["Alerts about your webhook endpoints arrive here.", "There is nothing to do.", ...where],
  };
}

/** Whoever gets it may be a stranger, so it has no link, and says that nothing else will come. */
export function textOfCode(code: string): AlertText {
  return {
    title: `${code} confirms your address`,
    lines: [
      `Somebody wants alerts about webhook endpoints sent to this address. Enter the code ${code} within an hour to allow it.`,
      "If it wasn't you, ignore this message: without the code, no alerts come.",
    ],
  };
}

export function mailOf({ title, lines }: AlertText, to: string) {
  return { to, subject: `[Feedhook] ${title}`, text: `${lines.join("\n\n")}\n` };
}

/** Slack reads `&`, `<` and `>` as markup of its own. */
export function chatTextOf({ title, lines }: AlertText): string {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [`*${escaped(title)}*`, ...lines.map(escaped)].join("\n");
}
