import type { Alert } from "./alert.ts";

/** What a message says: `title` is the subject of an e-mail, and the first line in a chat. `link` leads to the portal. */
export type AlertText = {
  readonly title: string;
  readonly lines: readonly string[];
  readonly link?: { readonly title: string; readonly url: string };
};

/** The text of an alert. `portalUrl` is the base address of the portal, if it is known. */
export function textOfAlert({ title, happened, toDo, subscription }: Alert, portalUrl: string | undefined): AlertText {
  const text = { title, lines: [happened, toDo] };
  if (portalUrl === undefined) return text;
  return { ...text, link: { title: "Details", url: `${portalUrl}/portal/endpoints/${subscription}` } };
}

export function textOfTest(portalUrl: string | undefined): AlertText {
  const text = {
    title: "A test of your alerts",
    lines: ["Alerts about your webhook endpoints arrive here.", "There is nothing to do."],
  };
  if (portalUrl === undefined) return text;
  return { ...text, link: { title: "Where alerts are set", url: `${portalUrl}/portal/alerts` } };
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

export function mailOf({ title, lines, link }: AlertText, to: string) {
  const all = link === undefined ? lines : [...lines, `${link.title}: ${link.url}`];
  return { to, subject: `[Feedhook] ${title}`, text: `${all.join("\n\n")}\n` };
}
