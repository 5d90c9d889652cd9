/** Words that the portal shows in more than one place, and sentences that its logic composes. */
export const text = {
  product: "Feedhook",
  nav: {
    overview: "Overview",
    endpoints: "Endpoints",
    deliveries: "Deliveries",
    events: "Events",
    pull: "Pull",
    signature: "Signature checker",
    alerts: "Alerts",
    keys: "Keys",
    audit: "Audit log",
    partners: "Partners",
    instances: "Instances",
  },
  alerts: {
    kinds: {
      endpoint_failing: "An endpoint fails",
      endpoint_paused: "An endpoint is paused",
      endpoint_disabled: "An endpoint was disabled",
      endpoint_recovered: "An endpoint works again",
      deliveries_expired: "Deliveries expired",
      test: "A test",
      code: "The code for the address",
    },
    channels: { email: "E-mail", slack: "Chat" },
    outcomes: {
      sent: "Sent",
      sending: "On its way",
      pending: "No answer yet",
      refused: "Refused",
      failed: "Given up",
      unknown: "May have arrived",
    },
  },
  states: {
    // deliveries
    waiting: "Waiting",
    blocked: "Address refused",
    held: "Held",
    delivered: "Delivered",
    expired: "Expired",
    failed: "Failed",
    // endpoints
    healthy: "Healthy",
    open: "Failing",
    unsteady: "Unsteady",
    paused: "Paused",
    disabled: "Disabled",
    // feeds and instances
    active: "Active",
    connecting: "Connecting",
    parked: "Refused by the source",
    backing_off: "Backing off",
    suspended: "Suspended",
    deleting: "Being deleted",
    // replays
    running: "Running",
    cancelled: "Cancelled",
    completed: "Completed",
  },
  causes: {
    dns: {
      title: "The host name doesn't resolve",
      advice: "Check the spelling of the address and the DNS record of its host.",
    },
    connect: {
      title: "Nothing accepts a connection there",
      advice: "Check that the server runs and that its firewall lets HTTPS requests from the internet in.",
    },
    tls: {
      title: "The TLS handshake failed",
      advice: "Check that the certificate is valid, names this host, and comes with its whole chain.",
    },
    timeout: {
      title: "The endpoint didn't answer in time",
      advice: "Answer 204 as soon as the event is stored, and do the work afterwards.",
    },
    blocked: {
      title: "The address leads into a private network",
      advice: "Webhooks go to public addresses only. Use a public host name.",
    },
    protocol: {
      title: "What answered isn't HTTP",
      advice: "Check the port, and that a web server listens there.",
    },
  },
  answers: {
    gone: {
      title: "The endpoint answered 410 Gone",
      advice: "410 switches a subscription off. If the address is right again, enable the endpoint.",
    },
    unauthorized: {
      title: "The endpoint refuses the request as unauthorised",
      advice:
        "If your code verifies signatures, check with the signature checker that it holds this endpoint's secret. If a gateway asks for a header, set it here.",
    },
    missing: {
      title: "Nothing is served at this path",
      advice: "Check the path of the address, and that the route accepts POST.",
    },
    redirect: {
      title: "The endpoint redirects",
      advice: "Redirects aren't followed. Enter the address that it redirects to.",
    },
    tooLarge: {
      title: "The endpoint finds the event too large",
      advice: "Raise the body limit of your server to 256 KB, or choose the thin payload.",
    },
    tooMany: {
      title: "The endpoint says that it gets too many requests",
      advice: "Set a limit of deliveries per second on this endpoint.",
    },
    client: {
      title: "The endpoint refuses the request",
      advice: "Read the beginning of its answer below, and the log of your server at that time.",
    },
    server: {
      title: "The endpoint has an error of its own",
      advice: "Look at the log of your server at that time. Deliveries are tried again for about three days.",
    },
    delivered: { title: "Delivered", advice: "" },
  },
  endpointProblems: {
    open: "fails, so events for it are held",
    paused: "has failed for three days, so it is asked only every six hours",
    gone: "is off, because it answered 410 Gone",
    requested: "is off, because it asked for it",
    unreachable: "is off, because it failed for weeks",
    owner: "is off, because somebody disabled it",
    failing: "fails",
    flaky: "fails now and then",
    waiting: "has deliveries that wait for another attempt",
  },
  attention: {
    source_unreachable: { title: "The source doesn't answer", level: "bad" },
    instance_parked: { title: "The source refuses the credentials", level: "bad" },
    clocks_apart: { title: "Clocks are apart", level: "warn" },
    removals_held: { title: "Removals are held until you decide", level: "warn" },
    rows_quarantined: { title: "Rows are in quarantine", level: "warn" },
    feeds_stalled: { title: "Feeds stand still", level: "bad" },
    polling_paused: { title: "Nothing is read while publishing is behind", level: "bad" },
    dead_letters: { title: "Messages were given up", level: "bad" },
    changes_set_aside: { title: "Changes were set aside", level: "bad" },
    endpoints_failing: { title: "Endpoints of partners fail", level: "warn" },
    endpoints_disabled: { title: "Endpoints of partners were switched off", level: "warn" },
  },
} as const;
