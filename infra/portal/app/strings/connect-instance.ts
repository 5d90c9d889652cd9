import { plural } from "./plural.ts";

/** Words of the form that connects an instance, or gives one another pair of credentials. */
export const connectText = {
  name: "Name",
  clientId: "Client id",
  clientSecret: "Client secret",
  requestsPerSecond: "Requests per second",
  asBefore: "As before",
  test: "Test first",
  testing: "Testing…",
  connect: "Connect",
  tryThese: "Try these",
  saved: "Saved. The source is asked with these credentials now",
  found: "What the test found",
  levels: { good: "Fine", warn: "Worth knowing", bad: "To be put right" },
  tested: (requests: number) => `The test cost ${plural(requests, "request", "requests")}, and stored nothing.`,
  nameExample: "acme",
};
