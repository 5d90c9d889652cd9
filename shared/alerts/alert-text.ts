import type { Alert } from "./alert.ts";

/** `title`: the subject of an email, or the first line in a chat. `link` leads to the portal. */
export type AlertText = {
  readonly title: string;
  readonly lines: readonly string[];
  readonly link?: { readonly title: string; readonly url: string };
};

export function textOfAlert({ title, happened, toDo, subscription }: Alert, portalUrl: string | undefined): AlertText {
  const text = { title, lines: [happened, toDo] };
  if (portalUrl === undefined) return text;
  return { ...text, link: { title: "Details", url: `${portalUrl}/portal/endpoints/${subscription}` } };
}

export function textOfTest(portalUrl: string | undefined): AlertText {
  const text = {
    title: "Test alert",
    lines: ["This is where alerts about your webhook endpoints arrive.", "You don't need to do anything."],
  };
  if (portalUrl === undefined) return text;
  return { ...text, link: { title: "Alert settings", url: `${portalUrl}/portal/alerts` } };
}

/** The recipient may be a stranger, so the message has no link and says that no alerts follow without the code. */
export function textOfCode(code: string): AlertText {
  return {
    title: `${code} is your confirmation code`,
    lines: [
      `Someone asked Feedhook to send alerts about webhook endpoints to this address. To allow this, enter the code ${code} within an hour.`,
      "If you didn't request this, ignore this message. Unless the code is entered, Feedhook won't send any alerts to this address.",
    ],
  };
}

export function mailOf({ title, lines, link }: AlertText, to: string) {
  const all = link === undefined ? lines : [...lines, `${link.title}: ${link.url}`];
  return { to, subject: `[Feedhook] ${title}`, text: `${all.join("\n\n")}\n` };
}
