/** Words of pages/endpoints.tsx. */
export const endpointsText = {
  addAnEndpoint: "Add an endpoint",
  endpoints: "Endpoints",
  whereEventsGoAndHow: "Where events go, and how each address is doing",
  search: "Search",
  nameAddressOrEventType: "Name, address or event type",
  health: "Health",
  all: "All",
  failing: "Failing",
  healthy: "Healthy",
  disabled: "Disabled",
  noEndpointYet: "No endpoint yet",
  noEndpointFits: "No endpoint fits",
  addTheAddressOfYour: "Add the address of your receiver, choose events, and send a ping to it.",
  changeTheSearchOrThe: "Change the search or the filter.",
};
