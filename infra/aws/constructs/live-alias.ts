import {
  Alias,
  type AliasProps,
  type IFunction,
  type IVersion,
  type Function as LambdaFunction,
} from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";

export type LiveAliasProps = Omit<AliasProps, "aliasName" | "version"> & { readonly function: LambdaFunction };

/**
 * Everything invokes a function through its alias `live`. A deployment moves the alias to the new version, and a
 * rollback moves it back.
 */
export class LiveAlias extends Alias {
  constructor(scope: Construct, id: string, { function: aliased, ...props }: LiveAliasProps) {
    super(scope, id, { ...props, aliasName: "live", version: declared(aliased.currentVersion) });
  }

  get invocable(): IFunction {
    return declared(this);
  }
}

export function invocable(given: LambdaFunction): IFunction {
  return declared(given);
}

/** CDK's classes implement their interfaces, but not under `exactOptionalPropertyTypes`. */
function declared(given: Alias | LambdaFunction): IFunction;
function declared(given: LambdaFunction["currentVersion"]): IVersion;
function declared(given: object): object {
  return given;
}
