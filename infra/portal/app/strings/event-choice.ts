/** Words of logic/event-choice.ts. */
export const eventChoiceText = {
  everything: "Every change",
};
