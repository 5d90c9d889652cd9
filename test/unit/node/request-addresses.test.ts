import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressOf, publicUrlOf } from "../../../functions/runtime/request-addresses.ts";
import { trustedProxies } from "../../../functions/runtime/trusted-proxies.ts";

const onNode = (remoteAddress: string, forwarded?: string) => ({
  incoming: { socket: { remoteAddress, localPort: 4400 }, headers: { "x-forwarded-for": forwarded } },
});
const proxies = trustedProxies(["10.0.0.0/8", "127.0.0.1", "fd00::/8"]);

describe("a caller's address", () => {
  it("comes from the host, not from a header", () => {
    expect(addressOf({ requestContext: { http: { sourceIp: "192.0.2.1" } } })).toBe("192.0.2.1");
    // Behind a firewall the API is a REST API.
    expect(addressOf({ requestContext: { identity: { sourceIp: "192.0.2.2" } } })).toBe("192.0.2.2");
    expect(addressOf(onNode("::1"))).toBe("::1");
    expect(addressOf(onNode("::ffff:192.0.2.7"))).toBe("192.0.2.7");
    expect(addressOf({ headers: { "x-forwarded-for": "192.0.2.1" } })).toBeUndefined();
    expect(addressOf(undefined)).toBeUndefined();
    const onAws = { requestContext: { http: { sourceIp: "10.1.1.1" } }, headers: { "x-forwarded-for": "192.0.2.1" } };
    expect(addressOf(onAws, proxies)).toBe("10.1.1.1");
  });

  it.each([
    ["127.0.0.1", "192.0.2.1", "192.0.2.1"],
    ["::ffff:127.0.0.1", "192.0.2.1", "192.0.2.1"],
    ["127.0.0.1", "198.51.100.66, 192.0.2.1 , 10.2.3.4", "192.0.2.1"],
    ["127.0.0.1", "198.51.100.66, [2001:db8::7]:443", "2001:db8::7"],
    ["127.0.0.1", "192.0.2.1:51034", "192.0.2.1"],
    ["fd12::1", "2001:db8::7", "2001:db8::7"],
    // An invalid address says only that a proxy sent it.
    ["127.0.0.1", "192.0.2.1, unknown", "127.0.0.1"],
    ["127.0.0.1", undefined, "127.0.0.1"],
    ["127.0.0.1", "10.0.0.9", "10.0.0.9"],
    ["203.0.113.5", "192.0.2.1", "203.0.113.5"],
  ])("is behind %s with X-Forwarded-For %s: %s", (remote, forwarded, expected) => {
    expect(addressOf(onNode(remote, forwarded), proxies)).toBe(expected);
  });

  it("is never what a caller writes before the proxy's own entry, however long", () => {
    const written = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constant("10.0.0.1"));
    fc.assert(
      fc.property(fc.array(written, { maxLength: 50 }), (entries) => {
        const forwarded = [...entries, "192.0.2.1"].join(", ");
        return addressOf(onNode("10.0.0.1", forwarded), proxies) === "192.0.2.1";
      }),
    );
  });
});

it.each([["10.0.0.0/33"], ["proxy.example"], ["10.0.0"], [""], ["fd00::/129"], ["10.0.0.0/"]])(
  "may be configured as a proxy or a range, which %s isn't",
  (range) => {
    expect(trustedProxies([range])).toBeUndefined();
  },
);

it("doesn't affect the portal's address, which is the configured one or the listening one", () => {
  const onAws = { requestContext: { domainName: "abc.execute-api.eu-north-1.amazonaws.com" } };
  expect(publicUrlOf(onAws, "https://hooks.acme.example")).toBe("https://hooks.acme.example");
  expect(publicUrlOf(onAws, undefined)).toBe("https://abc.execute-api.eu-north-1.amazonaws.com");
  expect(publicUrlOf(onNode("192.0.2.1"), undefined)).toBe("http://127.0.0.1:4400");
});
