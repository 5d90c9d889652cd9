import type { DeliveryMessage } from "../../../shared/fanout/delivery-message.ts";
import type { FanoutMessage } from "../../../shared/fanout/fanout-message.ts";
import type { FunctionName } from "../../../shared/kernel/topology.ts";
import type { PollMessage } from "../../../shared/schedule/tick/poll-message.ts";
import type { TickMessage } from "../../../shared/schedule/tick/tick.ts";
import type { SqsEvent, StreamEvent } from "../messages/lambda-events.ts";

/** No instance or partner has these names, so handlers read their tables, find nothing, and are done. */
const instance = "trial-of-a-new-version";
const partner = "prt_trial";
const subscription = "sub_trial";
const event = "evt_trial";

/** The trial's poll message is never too late: a late message would request its feeds again. */
const never = Number.MAX_SAFE_INTEGER;
const noChanges: StreamEvent = { Records: [] };
const tick: TickMessage = { instance };
const poll: PollMessage = { instance, feedIds: [`${instance}~timeline~person`], allowance: 1, startBy: never };
const fanout: FanoutMessage = { instance, id: event, type: "person.updated" };
const deliver: DeliveryMessage = { subscription, partner, instance, event, run: "0", attempt: 1 };

/** A well-formed key that was never issued. The API looks it up and responds with 401. */
const unknownKey = `fh_${"0".repeat(26)}_${"0".repeat(26)}_${"0".repeat(43)}`;
const path = "/v1/subscriptions";
const http = { method: "GET", path, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "feedhook-trial" };
const own = { accountId: "", apiId: "", domainName: "trial.invalid", domainPrefix: "trial", requestId: "trial" };
const request = {
  version: "2.0",
  routeKey: "$default",
  rawPath: path,
  rawQueryString: "",
  headers: { authorization: `Bearer ${unknownKey}`, host: own.domainName },
  body: null,
  isBase64Encoded: false,
  requestContext: {
    ...own,
    ...{ http, routeKey: "$default", stage: "$default", time: "", timeEpoch: 0 },
    ...{ authentication: null, authorizer: {} },
  },
};

/** Clock and canary get their schedule's event, because an extra firing does no harm. */
export const trialEvents = {
  clock: {},
  tick: message(tick),
  poll: message(poll),
  publish: noChanges,
  fanout: message(fanout),
  deliver: message(deliver),
  recover: message({ kind: "drain", partner, subscription }),
  alert: message({ kind: "ongoing", partner }),
  canary: {},
  api: request,
} as const satisfies { [name in FunctionName]: unknown };

function message(body: object): SqsEvent {
  const attributes = { ApproximateReceiveCount: "1", MessageGroupId: instance };
  return { Records: [{ messageId: "trial", body: JSON.stringify(body), attributes }] };
}
