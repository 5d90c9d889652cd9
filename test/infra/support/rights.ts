import * as z from "zod";
import type { Deployment } from "./deployment.ts";

const texts = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
export const policyDocument = z.object({
  Statement: z.array(
    z.object({
      Effect: z.string(),
      Action: texts,
      Resource: z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]),
      Condition: z.unknown().optional(),
    }),
  ),
});

/** A right of a role. Resources, without `.Arn`, and conditions are as text. */
export type Statement = {
  readonly policy: string;
  readonly role: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: { readonly [operator: string]: { readonly [key: string]: readonly string[] } };
};

const values = z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]);
const conditions = z.record(z.string(), z.record(z.string(), values)).default({});

/** The rights of all roles. */
export function statementsOf(deployment: Deployment): readonly Statement[] {
  return deployment.of("AWS::IAM::Policy").flatMap(({ stack, path, properties }) => {
    const text = (one: unknown) => deployment.text(stack, one);
    const textsOf = (all: readonly unknown[]) => all.map(text);
    const [role] = z.tuple([z.unknown()]).parse(properties["Roles"]);
    return policyDocument
      .parse(properties["PolicyDocument"])
      .Statement.map(({ Effect, Action, Resource, Condition }) => {
        if (Effect !== "Allow") throw new Error(`${path} has a statement that says ${Effect}`);
        return {
          policy: path,
          role: text(role),
          actions: Action,
          resources: textsOf(Resource).map((one) => one.replace(/\.Arn(?=\/|$)/, "")),
          conditions: mapped(conditions.parse(Condition), (wanted) => mapped(wanted, textsOf)),
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
