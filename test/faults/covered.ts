/**
 * Every message, route and command that makes two or more effects, and the use case of `test/faults` that tries each of its
 * calls, or another file's test that does; or why none does yet. `covered.test.ts` compares the list with the product.
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
  "POST /v1/erasures": "ask for an erasure",
  "node import": "test/contract/move.test.ts: goes on where it ended, %s any write, to the same end",
  "DELETE /v1/operator-keys/{key}": "revoke an operator's key",
  "DELETE /v1/partners/{partner}/keys/{key}": "revoke a key",
  "DELETE /v1/partners/{partner}/portal-links/{link}": "revoke a portal link",
  "POST /v1/feeds/{id}/resume": "resume a feed",
  "POST /v1/feeds/{id}/rebaseline": "read a feed's first state again",
  "POST /v1/instances/{name}/rebaseline": "read an instance's first state again",
  "POST /v1/partners/{partner}/alerts/confirm": "confirm an address for alerts",
  "POST /v1/partners/{partner}/alerts/test": "test an address for alerts",
  "POST /v1/subscriptions/{id}/ping": "ping",
  "POST /v1/subscriptions/{id}/replays/{replay}/pause": "pause a replay",
  "POST /v1/subscriptions/{id}/replays/{replay}/cancel": "cancel a replay",
  "POST /v1/subscriptions/{id}/replays/{replay}/resume": "resume a replay",
  "POST /v1/filters/test": "test a filter",
  "POST /v1/instances/{name}/removals/{source}/dismiss": "dismiss removals",
  "POST /v1/instances/{name}/removals/{source}/approve": "approve removals",
  "POST /v1/feeds/{id}/quarantine/{row}/retry": "retry a row in quarantine",
  "DELETE /v1/feeds/{id}/quarantine/{row}": "discard a row in quarantine",
  "POST /v1/subscriptions/{id}/examples": "send an example",
  "POST /v1/subscriptions/{id}/deliveries/{event}/retry": "retry a delivery",
};

/** A list that only becomes shorter: a new message, route or command gets its use case with it. */
export const mostNotCovered = 12;

const route = "no use case of its own yet";
const machine = "one machine has its own tests of kills (test/e2e); its ports aren't behind the harness yet";

/** What no use case tries yet, and why. */
export const notCoveredYet: { readonly [what: string]: string } = {
  "POST /v1/changes-set-aside/redrive": route,
  "POST /v1/instances/{name}/test-credentials": route,
  "POST /v1/portal-session": route,
  "POST /v1/queues/{queue}/redrive": route,
  clock: "one send to each of two queues, which the next minute repeats; no use case of its own yet",
  tick: "its claims and polls take minutes of reading after each point; test/simulation has it until its settling is cheaper",
  canary: "a schedule of its own, on AWS alone; no use case yet",
  "node start": machine,
  "node stop": machine,
  "node backup": machine,
  "node restore": machine,
  "node export": machine,
};
