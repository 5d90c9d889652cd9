/** Words of components/toast.tsx. */
export const toastText = {
  close: "Close",
};
