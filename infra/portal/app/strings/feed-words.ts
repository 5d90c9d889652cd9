/** Words of logic/feed-words.ts. */
export const feedWordsText = {
  by: (what: string, key: string) => `${what}, by ${key}`,
  theSourceAnswered: (status: string) => `The source answered ${status}.`,
};
