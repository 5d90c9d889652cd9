/** Words of pages/endpoint-settings.tsx. */
export const endpointSettingsText = {
  headers: "Headers",
  none: "None",
  signingKeys: "Signing keys",
  made: "made",
  ends: ", ends",
  events: "Events",
  instances: "Instances",
  all: "All",
  payload: "Payload",
  id: "Id",
  filter: "Filter",
  theFilter: "the filter",
  thin: "Thin",
  full: "Full",
  inOrder: "in order per record",
};
