/** Words of pages/send-example.tsx. */
export const sendExampleText = {
  sendAnExample: "Send an example",
  itIsSignedLikeEvery: "It is signed like every webhook, marked with",
  andSentToThisEndpoint: ", and sent to this endpoint alone.",
  typeOfTheExample: "Type of the example",
  fieldsOfItsDataThat: "Fields of its data that you want to set",
  firstnameAda: '{ "firstName": "Ada" }',
  aJsonObjectLeaveIt: "A JSON object. Leave it empty for the example as it is.",
  theEndpointHasntAnsweredYet: "The endpoint hasn't answered yet. The example appears among its deliveries.",
  close: "Close",
  sendIt: "Send it",
};
