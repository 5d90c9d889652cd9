/** Words of pages/controls.tsx. */
export const controlsText = {
  rewind: "Rewind",
  rebaseline: "Rebaseline",
  done: "Done",
  doIt: "Do it",
};
