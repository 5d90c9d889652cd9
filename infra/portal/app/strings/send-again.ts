import { formFor, plural } from "./plural.ts";

/** Words of pages/send-again.tsx. */
export const sendAgainText = {
  sendAgain: "Send again",
  wouldBeSentAgain: "would be sent again",
  theseAreTheNewest: "These are the newest",
  doTheSameAgainFor: ". Do the same again for older ones.",
  onlyAPartWasBegun: (problem: string) => `Only a part was begun: ${problem}`,
  close: "Close",
  cancel: "Cancel",
  sendThem: "Send them",
  sentAgain: "Sent again",
  of: "of",
  sent: "sent.",
  done: "Done.",
  theyGoOnWhenYou: "They go on when you close this; the endpoint's page shows and stops them.",
  deliveries: (count: number) => plural(count, "delivery", "deliveries"),
  toEndpoints: (names: string) => `, to ${names}`,
  unsendable: (count: number) =>
    `${formFor(count, "The event of one other", `The events of ${count} others`)} can't be sent there any more.`,
};
