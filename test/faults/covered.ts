/**
 * Every message, route and command that makes two or more effects, and the use case of `test/faults` that tries each of its
 * calls; or why none does yet. `use-cases.test.ts` compares the list with the product.
 */
export const coveredBy: { readonly [what: string]: string } = {
  publish: "publish changes of two records",
  fanout: "fan out two events",
  deliver: "post to an endpoint that takes it",
  alert: "send an alert",
  poll: "read the timeline of persons",
  "recover sweep": "begin a nightly run",
  "recover drain": "tell that an endpoint fails",
  "recover replay": "run a chunk of a replay",
  "recover republish": "publish what was lost",
  "recover erase": "erase a record",
  "GET /v1/subscriptions/{id}/poll": "pull and acknowledge",
  "POST /v1/subscriptions/{id}/ack": "pull and acknowledge",
  "POST /v1/subscriptions": "create a subscription",
  "PATCH /v1/subscriptions/{id}": "change a subscription",
  "DELETE /v1/subscriptions/{id}": "delete a subscription",
  "POST /v1/subscriptions/{id}/secret": "rotate a secret",
  "POST /v1/subscriptions/{id}/replays": "replay",
  "POST /v1/partners": "create a partner",
  "PATCH /v1/partners/{partner}": "take an instance away",
  "DELETE /v1/partners/{partner}": "delete a partner",
  "POST /v1/partners/{partner}/suspend": "suspend a partner",
  "POST /v1/partners/{partner}/keys": "create a key",
  "POST /v1/partners/{partner}/portal-links": "make a portal link",
  "PATCH /v1/partners/{partner}/alerts": "set an address for alerts",
  "PUT /v1/instances/{name}": "register an instance",
  "POST /v1/instances/{name}/pause": "pause an instance",
  "POST /v1/instances/{name}/resume": "resume an instance",
  "POST /v1/instances/{name}/rewind": "read an instance anew",
  "POST /v1/partners/{partner}/resume": "resume a partner",
  "POST /v1/feeds/{id}/pause": "pause a feed",
  "POST /v1/feeds/{id}/rewind": "read a feed anew",
  "POST /v1/operator-keys": "create an operator's key",
  tick: "send polls for feeds that are due",
  "POST /v1/erasures": "ask for an erasure",
};

/** A list that only becomes shorter: a new message, route or command gets its use case with it. */
export const mostNotCovered = 0;

const route = "a request like those of its kind that are covered; no use case of its own yet";
const machine = "one machine has its own tests of kills (test/e2e); its ports aren't behind the harness yet";

/** What no use case tries yet, and why. */
export const notCoveredYet: { readonly [what: string]: string } = {
  "node start": machine,
  "node stop": machine,
  "node backup": machine,
  "node restore": machine,
  "node export": machine,
  "node import": machine,
};
