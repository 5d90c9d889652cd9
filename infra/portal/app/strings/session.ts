/** Words of api/session.ts. */
export const sessionText = {
  thisLinkWasOpenedBefore: "This link was opened before or has expired. Ask for a new one where you found it.",
  theApiCantBeReached: "The API can't be reached. Open the link again.",
};
