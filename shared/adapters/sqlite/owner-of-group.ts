/** The owner of a queue's group: the part before the first slash or number sign, or the whole group. */
export function ownerOfGroup(group: string): string {
  const end = group.search(/[/#]/);
  return end === -1 ? group : group.slice(0, end);
}

/**
 * The same rule as an SQL expression on the column `message_group`. Each queue's `owners` index contains this
 * expression. If you change the expression, rename the index, because an existing index keeps the old expression.
 */
export const ownerOfGroupSql = "substr(message_group, 1, instr(replace(message_group, '#', '/') || '/', '/') - 1)";
