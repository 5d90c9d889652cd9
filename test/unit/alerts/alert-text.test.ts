import { describe, expect, it } from "vitest";
import { mailOf, textOfCode, textOfTest } from "../../../shared/alerts/alert-text.ts";

describe("an alert's text", () => {
  it("says that a test is one, and links to the settings if the portal's address is known", () => {
    const text = {
      title: "Test alert",
      lines: ["This is where alerts about your webhook endpoints arrive.", "You don't need to do anything."],
    };
    expect(textOfTest(undefined)).toEqual(text);
    const link = { title: "Alert settings", url: "https://feedhook.example.com/portal/alerts" };
    expect(textOfTest("https://feedhook.example.com")).toEqual({ ...text, link });
  });

  it("tells a stranger who gets a code that no other message follows", () => {
    const { title, lines, link } = textOfCode("12345678");
    expect([title, link]).toEqual(["12345678 is your confirmation code", undefined]);
    expect(lines[1]).toBe(
      "If you didn't request this, ignore this message. Without the code, Feedhook sends no alerts to this address.",
    );
  });

  it("has paragraphs in a mail", () => {
    expect(mailOf({ title: "t", lines: ["one", "two"] }, "a@b.example")).toEqual({
      to: "a@b.example",
      subject: "[Feedhook] t",
      text: "one\n\ntwo\n",
    });
  });
});
