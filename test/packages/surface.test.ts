import { expect, test } from "vitest";
import { breakingChanges } from "../release/breaking-changes.ts";
import { currentSurface } from "../release/current-surface.ts";
import { surface } from "../release/surface.ts";

test("`npm run release` compares every operation, event type and export, and finds nothing without a change", async () => {
  const current = await currentSurface();
  expect(breakingChanges(current, surface.parse(JSON.parse(JSON.stringify(current))))).toEqual([]);
  expect(current.exports["feedhook/cdk"]).toEqual(
    expect.arrayContaining(["Feedhook", "Feedhook.bus", "FeedhookProps.stage", "FeedhookProps.busName?"]),
  );
  expect(current.exports["@feedhook/receiver"]).toEqual(
    expect.arrayContaining(["createReceiver", "ReceiverOptions.handle", "ReceiverOptions.memory?"]),
  );
  const nothing = { api: { paths: {}, components: { schemas: {}, parameters: {} } }, exports: {} };
  const removed = breakingChanges(current, nothing);
  for (const sentence of [
    "`POST /v1/subscriptions` is removed.",
    expect.stringMatching(/^Events of type `person.created`.* and \d+ more: the type is removed.$/),
    "The module `@feedhook/receiver/fetch` is removed.",
  ]) {
    expect(removed).toContainEqual(sentence);
  }
});
