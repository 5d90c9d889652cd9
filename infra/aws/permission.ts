import { Aws } from "aws-cdk-lib";
import { PolicyStatement, type PolicyStatementProps, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";

type Conditions = NonNullable<PolicyStatementProps["conditions"]>;

export function permission(
  actions: readonly string[],
  resources: readonly string[],
  conditions?: Conditions,
): PolicyStatement {
  const props = { actions: [...actions], resources: [...resources] };
  return new PolicyStatement(conditions === undefined ? props : { ...props, conditions });
}

/** Without this condition, other accounts could act through a service that has a permission. */
export const ofThisAccount = { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } };

/** A role for a service that acts for this account's resources. */
export function serviceRole(
  scope: Construct,
  id: string,
  service: string,
  allowed: readonly PolicyStatement[],
  conditions: Conditions = ofThisAccount,
): Role {
  const role = new Role(scope, id, { assumedBy: new ServicePrincipal(`${service}.amazonaws.com`, { conditions }) });
  for (const statement of allowed) role.addToPolicy(statement);
  return role;
}
