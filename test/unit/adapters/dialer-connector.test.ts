import { expect, test } from "vitest";
import { targetOf } from "../../../shared/adapters/http/dialer-connector.ts";

test.each([
  ["https://a.test/x", { protocol: "https:", hostname: "a.test", port: 443 }],
  ["http://a.test/x", { protocol: "http:", hostname: "a.test", port: 80 }],
  ["http://[::1]:8080/", { protocol: "http:", hostname: "::1", port: 8_080 }],
  ["https://1.2.3.4:8443/", { protocol: "https:", hostname: "1.2.3.4", port: 8_443 }],
])("%s leads to its host and port", (url, target) => {
  expect(targetOf(new URL(url))).toEqual(target);
});
