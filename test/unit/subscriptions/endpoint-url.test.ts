import { describe, expect, it } from "vitest";
import { destinationNotAllowed, parseEndpointUrl } from "../../../shared/subscriptions/endpoint-url.ts";
import { hostileUrls, ownDomains } from "../../support/hostile-destinations.ts";

const parse = (text: string, allowInsecure = false) => parseEndpointUrl(text, { allowInsecure, ownDomains });

describe("an endpoint's address", () => {
  const accepted: readonly [given: string, stored: string][] = [
    ["https://hooks.example.com/in?tenant=7", "https://hooks.example.com/in?tenant=7"],
    ["https://hooks.example.com", "https://hooks.example.com/"],
    ["HTTPS://Hooks.EXAMPLE.com:443/In", "https://hooks.example.com/In"],
    ["https://hooks.example.com:8443/", "https://hooks.example.com:8443/"],
    ["https:hooks.example.com/x", "https://hooks.example.com/x"],
    ["https:///hooks.example.com/x", "https://hooks.example.com/x"],
    ["https://hooks.exa\tmple.com/", "https://hooks.example.com/"],
    ["https://hooks．example．com/", "https://hooks.example.com/"],
    ["https://hooks.example.com./x", "https://hooks.example.com/x"],
    ["https://hooks.example.com/a/../b", "https://hooks.example.com/b"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://internal.example.com/", "https://internal.example.com/"],
    ["https://mylocal.example/", "https://mylocal.example/"],
    [`https://hooks.example.com/${"x".repeat(2_022)}`, `https://hooks.example.com/${"x".repeat(2_022)}`],
    [`https://hooks.example.com/${"a/../".repeat(500)}`, "https://hooks.example.com/"],
  ];
  it.each(accepted)("%s is stored as %s", (given, stored) => {
    expect(parse(given)).toEqual({ outcome: "ok", url: stored });
  });

  const ownUrl = "https://tools.example.com/feedhook";
  it.each([
    [ownUrl, false],
    [`${ownUrl}/v1/subscriptions`, false],
    [`${ownUrl}?x=1`, false],
    ["https://TOOLS.example.com:443/crm/../feedhook/v1", false],
    ["https://tools.example.com./feedhook/", false],
    ["https://tools.example.com/feedhooks", true],
    ["https://tools.example.com/crm/hook", true],
    ["https://hooks.tools.example.com/feedhook", true],
  ])("%s, with the bridge at /feedhook of that host: %s", (url, isAccepted) => {
    for (const allowInsecure of [false, true]) {
      const { outcome } = parseEndpointUrl(url, { allowInsecure, ownUrl });
      expect(outcome).toBe(isAccepted ? "ok" : "refused");
    }
    const { outcome } = parseEndpointUrl(url, { allowInsecure: false, ownUrl: "https://tools.example.com" });
    expect(outcome).toBe(url.includes("//hooks.") ? "ok" : "refused");
  });

  it.each(hostileUrls)("%j is not allowed, and no reason describes our network", (url) => {
    expect(parse(url)).toEqual({ outcome: "refused", message: destinationNotAllowed });
  });

  const wrong: readonly [url: string, message: string][] = [
    ["", "must be a valid URL"],
    ["hooks.example.com", "must be a valid URL"],
    ["https://", "must be a valid URL"],
    ["https://256.1/", "must be a valid URL"],
    ["https://1.2.3.4.5/", "must be a valid URL"],
    ["https://[fe80::1%25eth0]/", "must be a valid URL"],
    ["https://exa mple.com/", "must be a valid URL"],
    ["https://hooks.example.com:99999/", "must be a valid URL"],
    ["http://hooks.example.com/", "must be an https URL"],
    ["ftp://hooks.example.com/", "must be an https URL"],
    ["file:///etc/passwd", "must be an https URL"],
    ["javascript:alert(1)", "must be an https URL"],
    ["https://user@hooks.example.com/", "must not contain a user name or password"],
    ["https://hooks.example.com@127.0.0.1/", "must not contain a user name or password"],
    ["https://:secret@hooks.example.com/", "must not contain a user name or password"],
    ["https://hooks.example.com/#top", "must not contain a fragment"],
    ["https://hooks.example.com/#", "must not contain a fragment"],
    ["https://hooks.example.com:80/", "must use port 443 or 8443"],
    ["https://hooks.example.com:22/", "must use port 443 or 8443"],
    ["https://hooks.example.com:0/", "must use port 443 or 8443"],
    ["https://router/", destinationNotAllowed],
    [`https://hooks.example.com/${"x".repeat(2_023)}`, "must have at most 2048 characters"],
    [`https://hooks.example.com/${"ü".repeat(1_000)}`, "must have at most 2048 characters"],
  ];
  it.each(wrong)("%s: %s", (url, message) => {
    expect(parse(url)).toEqual({ outcome: "refused", message });
  });

  it.each(["http://127.0.0.1:9000/hook", "http://localhost:3000/", "https://[::1]:8443/"])(
    "%s is allowed for local work",
    (url) => {
      expect(parse(url, true)).toEqual({ outcome: "ok", url });
    },
  );

  it.each(["ftp://127.0.0.1/", "http://a:b@localhost/", "http://localhost/#x"])(
    "%s is refused even for local work",
    (url) => {
      expect(parse(url, true).outcome).toBe("refused");
    },
  );

  it("names the only port that is refused for local work", () => {
    expect(parse("http://localhost:0/", true)).toEqual({ outcome: "refused", message: "must not use port 0" });
  });
});
