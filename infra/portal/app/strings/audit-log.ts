/** Words of pages/audit-log.tsx. */
export const auditLogText = {
  auditLog: "Audit log",
  everyChangeNewestFirstValues: "Every change, newest first. Values aren't kept, only the names of fields",
  nothingWasChangedYet: "Nothing was changed yet",
  changes: "Changes",
  when: "When",
  what: "What",
  path: "Path",
  fields: "Fields",
  by: "By",
  answer: "Answer",
  showOlderOnes: "Show older ones",
};
