import { plural } from "./plural.ts";

/** Words of pages/operator-todos.tsx. */
export const operatorTodosText = {
  toDo: "To do",
  theBridgeRunsWell: "The bridge runs well",
  nothingNeedsYouProblemsAppear: "Nothing needs you. Problems appear here, with what to do about them.",
  noInstanceIsConnectedYet: "No instance is connected yet",
  connectOne: "Connect one",
  anInstanceIsOneCustomers: "An instance is one customer's installation that the bridge reads.",
  deliveriesAndQueues: "Deliveries and queues",
  queues: "Queues",
  queue: "Queue",
  ready: "Ready",
  oldest: "Oldest",
  later: "Later",
  inWork: "In work",
  givenUp: "Given up",
  tryAgain: "Try again",
  open: "Open",
  since: "Since",
  triedAgain: (count: number) => `${plural(count, "is", "are")} tried again`,
  attention: (title: string, about: string, count: string) =>
    about === "" ? `${title}: ${count}` : `${title} (${about}): ${count}`,
  orMore: (count: number) => `${count} or more`,
};
