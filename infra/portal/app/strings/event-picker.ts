/** Words of pages/event-picker.tsx. */
export const eventPickerText = {
  events: "Events",
  everyChangeTypesAddedLater: "Every change, types added later included",
  allOfThem: "All of them",
  chooseAtLeastOne: "Choose at least one.",
  all: "all",
  included: "included",
};
