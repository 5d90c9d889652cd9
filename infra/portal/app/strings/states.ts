/** Words of components/states.tsx. */
export const statesText = {
  thereIsNothingHere: "There is nothing here",
  thisCouldntBeRead: "This couldn't be read",
  itWasDeletedOrIt: "It was deleted, or it belongs to somebody else.",
  tryAgain: "Try again",
};
