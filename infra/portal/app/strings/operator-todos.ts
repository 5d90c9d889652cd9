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
  oldestGivenUp: "Oldest given up",
  agesWereMeasured: "CloudWatch measured the ages",
  newQueuesHaveNone:
    "It measures each minute, some minutes late; of messages that came since then it knows no age yet.",
  tryAgain: "Try again",
  open: "Open",
  since: "Since",
  triedAgain: (count: number) => `${plural(count, "is", "are")} tried again`,
  attention: (title: string, about: string, count: string) =>
    about === "" ? `${title}: ${count}` : `${title} (${about}): ${count}`,
  areTriedAgain: (moved: number, toMove: number | undefined) => {
    const of = toMove === undefined ? "" : ` of ${toMove.toLocaleString("en")}`;
    return `They are being moved back to their queue: ${moved.toLocaleString("en")}${of} so far`;
  },
  couldNotBeTriedAgain: (reason: string) => `The last try to move them back failed. ${reason}`,
  begun: "begun",
  command: "command",
  thePortalHasNoRight: "The portal has no right to do that here. Give this command, in the folder of the repository:",
  orMore: (count: number) => `${count} or more`,
};
