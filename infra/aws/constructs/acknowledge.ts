import { Stack, Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";
import * as z from "zod";

/** Accepts one finding of cdk-nag's security rules on one resource. */
export function acknowledge(construct: IConstruct, id: string, reason: string): void {
  Validations.of(construct).acknowledge({ id, reason });
}

export function acknowledgeWildcard(construct: IConstruct, resources: string, reason: string): void {
  const name = findingText(Stack.of(construct).resolve(resources));
  acknowledge(construct, `AwsSolutions-IAM5[Resource::${name}]`, reason);
}

const reference = z.union([
  z.object({ Ref: z.string() }).transform(({ Ref }) => `<${Ref}>`),
  z.object({ "Fn::GetAtt": z.array(z.string()) }).transform((get) => `<${get["Fn::GetAtt"].join(".")}>`),
]);
const joined = z.object({ "Fn::Join": z.tuple([z.string(), z.array(z.unknown())]) });

function findingText(value: unknown): string {
  if (typeof value === "string") return value;
  const join = joined.safeParse(value);
  if (!join.success) return reference.parse(value);
  const [separator, parts] = join.data["Fn::Join"];
  return parts.map(findingText).join(separator);
}
