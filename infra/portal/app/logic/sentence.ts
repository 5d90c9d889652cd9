export const sentence = (clause: string): string => `${upperFirst(clause)}.`;

export function upperFirst(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The portal calls a subscription an endpoint. */
export const inPortalWords = (text: string): string =>
  text.replaceAll(/\ba subscription/g, "an endpoint").replaceAll("subscription", "endpoint");

/** Turns a sentence into a clause that can end another sentence. */
export const clauseOf = (text: string): string => text.replace(/^The /, "the ").replace(/\.$/, "");
