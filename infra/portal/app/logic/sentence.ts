/** Makes a sentence of a complete clause. */
export const sentence = (clause: string): string => `${upperFirst(clause)}.`;

export function upperFirst(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A sentence as the end of another one. */
export const clauseOf = (text: string): string => text.replace(/^The /, "the ").replace(/\.$/, "");
