/** Words of components/json-tree.tsx. */
export const jsonTreeText = {
  changedFields: "Changed fields",
  field: "Field",
  before: "Before",
  now: "Now",
  absent: "absent",
  tooLong: "too long for the event",
};
