/** Words of pages/attempt-list.tsx. */
export const attemptListText = {
  noAnswer: "No answer",
  inIt: "in",
  ms: "ms",
  part: (what: string, ms: number) => `${what} ${ms} ms`,
  theAnswersBeginning: "the answer's beginning",
  headersThatWereSent: "Headers that were sent",
  headersOfTheAnswer: "Headers of the answer",
  firstByte: "first byte",
  itWasntSentYet: "It wasn't sent yet.",
  resolving: "name",
  connecting: "connection",
};
