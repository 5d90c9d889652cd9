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

/**
 * Resource → actions, across all policies of a role; without `.Arn`, which statements name anyway, and without the
 * key's use through services, which keys.test.ts covers.
 */
export function rightsOf(deployment: Deployment, role: string): { [resource: string]: string[] } {
  const rights: { [resource: string]: string[] } = {};
  for (const { stack, properties } of deployment.of("AWS::IAM::Policy")) {
    const roles = z.array(z.unknown()).parse(properties["Roles"]);
    if (!roles.some((one) => deployment.text(stack, one) === role)) continue;
    for (const { Effect, Action, Resource, Condition } of policyDocument.parse(properties["PolicyDocument"])
      .Statement) {
      if (Effect !== "Allow") throw new Error(`${role} has a statement that says ${Effect}`);
      if (JSON.stringify(Condition ?? null).includes("kms:ViaService")) continue;
      for (const resource of Resource) {
        const name = deployment.text(stack, resource).replace(/\.Arn(?=\/|$)/, "");
        rights[name] = [...new Set([...(rights[name] ?? []), ...Action])].sort();
      }
    }
  }
  return rights;
}
