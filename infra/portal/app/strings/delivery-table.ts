/** Words of pages/delivery-table.tsx. */
export const deliveryTableText = {
  noDeliveries: "No deliveries",
  nothingWasSentHereThat: "Nothing was sent, or nothing of it fits. Deliveries are listed for 30 days.",
  deliveries: "Deliveries",
  choose: "Choose",
  event: "Event",
  sentAgain: " (sent again)",
  endpoint: "Endpoint",
  instance: "Instance",
  state: "State",
  lastAnswer: "Last answer",
  inMs: (what: string | number, ms: number) => `${what} in ${ms} ms`,
  attempts: "Attempts",
  lastAttempt: "Last attempt",
  aPing: " (a ping)",
  anExample: " (an example)",
};
