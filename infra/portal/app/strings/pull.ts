import { plural } from "./plural.ts";

/** Words of pages/pull.tsx. */
export const pullText = {
  eventsThatYouFetchYourself: "Events that you fetch yourself, in place of webhooks",
  noPullQueueYet: "No pull queue yet",
  makeOneByTheApi: "Make one by the API:",
  withIt: "with",
  queue: "Queue",
  acknowledged: "Acknowledged",
  waiting: "Waiting",
  subscription: "Subscription",
  on: "On",
  offNothingNewComesIn: "Off: nothing new comes in",
  events: "Events",
  settings: "Settings",
  openTheSubscription: "Open the subscription",
  theOldestEvents: "The oldest events",
  whatIsFetchedHereIs:
    "What is fetched here is leased for 30 seconds: your own program doesn't get it meanwhile. It comes back after that, unless you acknowledge it.",
  fetch20: "Fetch 20",
  acknowledgeAll: "Acknowledge all",
  nothingToFetch: "Nothing to fetch",
  nothingWaitsOrYourOwn: "Nothing waits, or your own program has leased all that does.",
  fetchedEvents: "Fetched events",
  event: "Event",
  seen: "Seen",
  fetched: "Fetched",
  leasedUntil: "Leased until",
  control: "Control",
  acknowledge: "Acknowledge",
  eventsWait: (count: number, more: boolean) =>
    more ? `${count.toLocaleString("en")} or more events` : plural(count, "event", "events"),
};
