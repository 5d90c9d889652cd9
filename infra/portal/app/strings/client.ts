/** Words of api/client.ts. */
export const clientText = {
  theApiAnsweredWith: (status: number) => `The API answered with ${status}`,
  thisKeyIsNotValid: "This key is not valid any more.",
  theApiCantBeReached: "The API can't be reached",
};
