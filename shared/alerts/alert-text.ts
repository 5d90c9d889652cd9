import type { Alert } from "./alert.ts";

/** The text of a message. `title` is the subject of an e-mail and the first line in a chat. */
export type AlertText = { readonly title: string; readonly lines: readonly string[] };

/** The text of an alert. `portalUrl` is the base address of the portal, if it is known. */
export function textOfAlert({ title, happened, toDo, subscription }: Alert, portalUrl: string | undefined): AlertText {
  const where = portalUrl === undefined ? [] : [`Details: ${portalUrl}/portal/endpoints/${subscription}`];
  return { title, lines: [happened, toDo, ...where] };
}

export function textOfTest(portalUrl: string | undefined): AlertText {
  const where = portalUrl === undefined ? [] : [`Alert settings: ${portalUrl}/portal/alerts`];
  return {
    title: "Test of your alerts",
    lines: ["Alerts about your webhook endpoints arrive here.", "You don't need to do anything.", ...where],
  };
}

/** The recipient may be a stranger, so the message has no link and says that no other follows. */
export function textOfCode(code: string): AlertText {
  return {
    title: `${code} confirms your address`,
    lines: [
      `Someone asked to send alerts about webhook endpoints to this address. To allow it, enter the code ${code} within an hour.`,
      "If it wasn't you, ignore this message. Without the code, no alerts are sent to you.",
    ],
  };
}

export function mailOf({ title, lines }: AlertText, to: string) {
  return { to, subject: `[Feedhook] ${title}`, text: `${lines.join("\n\n")}\n` };
}

/** Slack reads `&`, `<` and `>` as markup. */
export function chatTextOf({ title, lines }: AlertText): string {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [`*${escaped(title)}*`, ...lines.map(escaped)].join("\n");
}
