import { expect, test } from "vitest";
import { helper } from "../sandbox/sandbox-client.ts";
import { IngestWorld } from "./ingest-world.ts";

const minutes = 60_000;

test("two workers read a source that allows a client one live token, which never seems to refuse them", async () => {
  const world = new IngestWorld({ seed: 8, requestsPerSecond: 10 });
  const settings = { switches: { oneLiveToken: true }, expiresInSeconds: 300 };
  await helper(world.sandbox, "PATCH", "/acme/settings", settings);
  await world.connect();
  let tokens = 0;
  const { request } = world.sandbox.app;
  world.sandbox.app.request = (path, ...rest) => {
    if (typeof path === "string" && path.endsWith("/token")) tokens += 1;
    return request.call(world.sandbox.app, path, ...rest);
  };
  await world.run(30 * minutes);
  const refused = world.logger.lines.filter(
    ({ event, fields }) =>
      event === "source.credentials_refused" || (event === "source.refused" && fields["status"] === 401),
  );
  expect(refused).toEqual([]);
  expect(world.requests.length).toBeGreaterThan(500);
  // About one every four and a half minutes, for both.
  expect(tokens).toBeLessThanOrEqual(9);
});
