import { describe, expect, it } from "vitest";
import { chatTextOf, mailOf } from "../../../shared/alerts/alert-text.ts";

describe("the text of a message", () => {
  it("is escaped for a chat, which reads < > & as markup", () => {
    expect(chatTextOf({ title: "<!channel> a&b", lines: ["x > y"] })).toBe("*&lt;!channel&gt; a&amp;b*\nx &gt; y");
  });

  it("has paragraphs in a mail", () => {
    expect(mailOf({ title: "t", lines: ["one", "two"] }, "a@b.example")).toEqual({
      to: "a@b.example",
      subject: "[Feedhook] t",
      text: "one\n\ntwo\n",
    });
  });
});
