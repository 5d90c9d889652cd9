/** Words of pages/overview.tsx. */
export const overviewText = {
  yourOwnEndpoints: "Your own endpoints",
  endpoints: "Endpoints",
  noEndpointYet: "No endpoint yet",
  anEndpointIsAnAddress: "An endpoint is an address of yours that gets each event as a signed webhook.",
  addAnEndpoint: "Add an endpoint",
  overview: "Overview",
  theWholeBridge: "The whole bridge",
  allEndpointsAreServed: "All endpoints are served",
  nothingNeedsYouProblemsAppear: "Nothing needs you. Problems appear here, with what to do about them.",
  whatIsWrongNow: "What is wrong now",
  seeWhy: "See why",
};
