import { describe, expect, it } from "vitest";
import { mailOf } from "../../../shared/alerts/alert-text.ts";

describe("the text of a message", () => {
  it("has paragraphs in a mail", () => {
    expect(mailOf({ title: "t", lines: ["one", "two"] }, "a@b.example")).toEqual({
      to: "a@b.example",
      subject: "[Feedhook] t",
      text: "one\n\ntwo\n",
    });
  });
});
