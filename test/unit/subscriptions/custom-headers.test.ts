import { describe, expect, it } from "vitest";
import { headerFaults } from "../../../shared/subscriptions/custom-headers.ts";

const fault = (name: string, value = "v") => headerFaults([[name, value]]).map(({ message }) => message)[0];

describe("a partner's own headers", () => {
  it.each([
    ["authorization", "Bearer abc.def=="],
    ["Authorization", "Basic dXNlcjpwYXNz"],
    ["x-api-key", "k"],
    ["X-Team", "crm import"],
    ["accept", "*/*"],
    ["traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
  ])("%s: %s is allowed", (name, value) => {
    expect(headerFaults([[name, value]])).toEqual([]);
  });

  it.each([
    ...["webhook-id", "Webhook-Signature", "webhook-anything", "content-type", "Content-Length"],
    ...["content-encoding", "host", "HOST", "user-agent", "connection", "keep-alive", "transfer-encoding"],
    ...["te", "trailer", "upgrade", "expect", "proxy-authorization", "accept-encoding", "cookie", "date"],
    ...["via", "forwarded", "x-forwarded-for", "x-real-ip", "x-amz-target", "x-aws-ec2-metadata-token"],
    ...["metadata-flavor", "ce-id", "sec-fetch-mode"],
  ])("%s is reserved", (name) => {
    expect(fault(name)).toBe("is reserved");
  });

  it.each(["", "x y", "x:y", "x\r\ny", "ä", "x\u0000", "(x)", "x".repeat(65)])("%j is no name", (name) => {
    expect(fault(name)).toMatch(/HTTP tokens/);
  });

  it.each(["", " a", "a ", "a\r\nx: y", "a\nb", "a\u0000", "ä", "\u007f", "a\tb"])("%j is no value", (value) => {
    expect(fault("x-a", value)).toMatch(/printable ASCII/);
  });

  it("may be 20, with names of 64 characters and 4096 bytes together", () => {
    expect(headerFaults(Array.from({ length: 20 }, (_, n) => [`x-${n}`, "v"] as const))).toEqual([]);
    expect(headerFaults([["x".repeat(64), "v"]])).toEqual([]);
    expect(headerFaults([["x-a", "v".repeat(4_093)]])).toEqual([]);
    expect(headerFaults([["x-a", "v".repeat(4_094)]])).toHaveLength(1);
  });

  it("are few, small and distinct", () => {
    const many = Array.from({ length: 21 }, (_, n) => [`x-${n}`, "v"] as const);
    expect(headerFaults(many)).toEqual([{ name: "", message: "must have at most 20 entries" }]);
    expect(headerFaults([["x-a", "v".repeat(4_096)]])).toEqual([
      { name: "", message: "must have at most 4096 bytes of names and values" },
    ]);
    expect(
      headerFaults([
        ["x-a", "1"],
        ["X-A", "2"],
      ]),
    ).toEqual([{ name: "X-A", message: "is listed twice" }]);
  });
});
