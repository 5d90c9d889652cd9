import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { paging } from "../../../shared/api/http/cursor.ts";
import { mostErrors } from "../../../shared/api/http/field-errors.ts";
import { apiFixture } from "../api/api-fixture.ts";

const page = readFileSync("docs/security.md", "utf8");
const named = (limit: string) => new RegExp(`<!-- limit:${limit} -->(.+?)<!-- /limit -->`).exec(page)?.[1];
const numberOf = (limit: string) => Number(named(limit)?.replaceAll(/\D/g, ""));

it("docs/security.md has the current limits", async () => {
  const api = apiFixture();
  const { id } = (await api.call("POST", "/v1/partners", { name: "Acme" })).body;
  const { key } = (await api.call("POST", `/v1/partners/${id}/keys`, { name: "k", scopes: ["read"] })).body;
  const policyOf = async (headers: Record<string, string>) =>
    Number(
      /q=(\d+);w=60/.exec(
        (await api.call("GET", "/v1/me", undefined, headers)).headers.get("ratelimit-policy") ?? "",
      )?.[1],
    );
  expect(numberOf("partner")).toBe(await policyOf({ authorization: `Bearer ${key}` }));
  expect(numberOf("operator")).toBe(await policyOf({}));
  const { detail } = (await api.call("POST", "/v1/partners", "x".repeat(300_000))).body;
  expect(detail).toBe(`Send a body of at most ${numberOf("body") * 1_024} bytes.`);
  expect(numberOf("errors")).toBe(mostErrors);
  expect(paging.limit.safeParse(numberOf("page")).success).toBe(true);
  expect(paging.limit.safeParse(numberOf("page") + 1).success).toBe(false);
  expect([...page.matchAll(/<!-- limit:/g)]).toHaveLength(5);
});
