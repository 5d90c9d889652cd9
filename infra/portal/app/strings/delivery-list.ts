import { plural } from "./plural.ts";

/** Words of pages/delivery-list.tsx. */
export const deliveryListText = {
  followAlong: "Follow along",
  pause: "Pause",
  sendTheChosenAgain: "Send the chosen again",
  sendAllThatMatchAgain: "Send all that match again",
  loading: "Loading…",
  showOlderOnes: "Show older ones",
  theNewest50OfEach: "The newest 50 of each endpoint. Choose one endpoint to look further back.",
  newDeliveriesWait: (count: number) => plural(count, "new delivery waits", "new deliveries wait"),
};
