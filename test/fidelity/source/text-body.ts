/** A body as the source keeps it: names and the texts of their values, in order. Nothing is ever parsed here. */
export type Body = readonly TextMember[];
export type TextMember = readonly [name: string, value: string];

export const spelled = (body: Body): string =>
  `{${body.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;

export const valueOf = (body: Body, name: string): string | undefined => body.findLast(([its]) => its === name)?.[1];

/** The body with a member set in its place, or at the end; without it for undefined. */
export function withMember(body: Body, name: string, value: string | undefined): Body {
  if (value === undefined) return body.filter(([its]) => its !== name);
  if (valueOf(body, name) === undefined) return [...body, [name, value]];
  return body.map((member) => (member[0] === name ? [name, value] : member));
}
