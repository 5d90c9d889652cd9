import type { Deployment, Readable } from "./deployment.ts";

/** A right of a role. Resources are without `.Arn`. */
export type Statement = {
  readonly policy: string;
  readonly role: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: { readonly [operator: string]: { readonly [key: string]: readonly string[] } };
};

/** Policies write a list of one as its element. */
export const listed = (value: string | readonly string[]): readonly string[] =>
  typeof value === "string" ? [value] : value;

/** The rights of all roles. */
export function statementsOf(deployment: Deployment): readonly Statement[] {
  return deployment.of("AWS::IAM::Policy").flatMap(({ path, properties: { Roles, PolicyDocument } }) => {
    if (Roles.length !== 1) throw new Error(`${path} is of the roles ${Roles}`);
    return PolicyDocument.Statement.map(({ Effect, Action, Resource, Condition = {} }: Readable) => {
      if (Effect !== "Allow") throw new Error(`${path} has a statement that says ${Effect}`);
      return {
        policy: path,
        role: Roles[0],
        actions: listed(Action),
        resources: listed(Resource).map((one) => one.replace(/\.Arn(?=\/|$)/, "")),
        conditions: mapped(Condition, (wanted: Statement["conditions"][string]) => mapped(wanted, listed)),
      };
    });
  });
}

const mapped = <A, B>(
  object: { readonly [name: string]: A },
  change: (value: A) => B,
): { readonly [name: string]: B } =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

/** Whether a service uses the key on a function's behalf, which involves no data key. */
export const isThroughService = ({ conditions: given }: Statement) => JSON.stringify(given).includes("kms:ViaService");

/** A role's actions by resource, without the key's use through services, which keys.test.ts covers. */
export function rightsOf(deployment: Deployment, role: string): { [resource: string]: string[] } {
  const rights: { [resource: string]: string[] } = {};
  for (const one of statementsOf(deployment)) {
    if (one.role !== role || isThroughService(one)) continue;
    for (const name of one.resources) rights[name] = [...new Set([...(rights[name] ?? []), ...one.actions])].sort();
  }
  return rights;
}
