import { expect, test } from "vitest";
import { createApiClient } from "../../../infra/api-client/create-api-client.ts";
import { instanceNames } from "../../../infra/cli/client/partner-path.ts";

test("an operator's instances are read from every page", async () => {
  const pages = [
    { items: [{ name: "acme" }], more: true, nextCursor: "second" },
    { items: [{ name: "initech" }], more: false },
  ];
  const api = createApiClient({
    ...{ url: "http://bridge.test", key: "key" },
    fetch: async ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      if (pathname === "/v1/me") return Response.json({ operator: true });
      return Response.json(pages[searchParams.get("cursor") === "second" ? 1 : 0]);
    },
  });
  expect(await instanceNames(api)).toEqual(["acme", "initech"]);
});
