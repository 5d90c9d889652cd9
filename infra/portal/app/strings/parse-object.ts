/** Words of logic/parse-object.ts. */
export const parseObjectText = {
  thisIsJsonButNot: "This is JSON, but not an object: begin with { and end with }.",
  thisIsNotJson: (why: string) => `This is not JSON: ${why}`,
};
