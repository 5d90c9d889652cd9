/** Words of pages/endpoint-table.tsx. */
export const endpointTableText = {
  endpoints: "Endpoints",
  endpoint: "Endpoint",
  eventsAreFetched: "Events are fetched",
  health: "Health",
  lastDay: "Last day",
  since: "since",
  lastFailure: "Last failure",
  failedOfLast20: "Failed of last 20",
  events: "Events",
};
