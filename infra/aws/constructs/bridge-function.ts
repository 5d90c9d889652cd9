import { Duration } from "aws-cdk-lib";
import type { PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import { RecursiveLoop } from "aws-cdk-lib/aws-lambda";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { type FunctionName, queues } from "../../../shared/kernel/topology.ts";
import { accessStatements } from "../access-statements.ts";
import { environmentOf } from "../environment.ts";
import type { DeployOptions } from "../options.ts";
import { permission } from "../permission.ts";
import type { Resources } from "../resources.ts";
import { removalOf } from "../stage-rules.ts";
import { acknowledge } from "./acknowledge.ts";
import { bundledFunction } from "./bundled-function.ts";
import { GradualDeployment } from "./gradual-deployment.ts";
import { LiveAlias } from "./live-alias.ts";

const everything = "AwsSolutions-IAM5[Resource::*]";

/**
 * Lambda creates a function's network interfaces with the function's own permissions. A permission can't name an
 * interface that doesn't exist yet.
 */
const interfaceActions = ["ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface", "ec2:DescribeNetworkInterfaces"];

export type BridgeFunctionProps = {
  readonly name: FunctionName;
  readonly options: DeployOptions;
  readonly resources: Resources;
  readonly environment?: { readonly [variable: string]: string };
  /** Failed asynchronous invocations aren't retried, because the next invocation does their work. */
  readonly onceOnly?: true;
};

/** Builds functions/<name>.ts, with the permissions that the topology declares. */
export class BridgeFunction extends Construct {
  readonly name: FunctionName;
  readonly lambda: NodejsFunction;
  readonly live: LiveAlias;
  readonly logGroup: LogGroup;
  readonly #role: Role;

  constructor(scope: Construct, id: string, props: BridgeFunctionProps) {
    super(scope, id);
    const { name, options, resources } = props;
    const declaration = functions[name];
    this.name = name;
    if (declaration.watches !== undefined)
      acknowledge(this, everything, "CloudWatch's metrics support no resource-level permissions.");
    const network = declaration.dials === true ? resources.network : undefined;
    const interfaces = network === undefined ? [] : [permission(interfaceActions, ["*"])];
    if (network !== undefined)
      acknowledge(this, everything, "EC2 offers no narrower resource for interfaces that don't exist yet.");
    const allowed = [...accessStatements(declaration, resources), ...interfaces];
    const { lambda, role, logGroup } = bundledFunction(this, name, allowed, {
      description: `Feedhook ${options.stage}: ${name}`,
      memorySize: declaration.memoryMb,
      timeout: Duration.seconds(declaration.timeoutSeconds),
      ...(options.reserveConcurrency && declaration.reservedConcurrency !== undefined
        ? { reservedConcurrentExecutions: declaration.reservedConcurrency }
        : {}),
      environment: { ...environmentOf(declaration, resources, options), ...props.environment },
      ...(network === undefined ? {} : { vpc: network.vpc, securityGroups: [network.securityGroup] }),
      // Lambda drops a message after 16 passes through one function, and retries and continuations count as passes.
      ...(sendsToItself(name) ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      // In stages that keep data, earlier versions remain for a rollback.
      currentVersionOptions: { removalPolicy: removalOf(options.keepData) },
    });
    this.lambda = lambda;
    this.logGroup = logGroup;
    this.#role = role;
    this.live = new LiveAlias(this, "Live", {
      function: this.lambda,
      ...(props.onceOnly ? { retryAttempts: 0, maxEventAge: Duration.minutes(1) } : {}),
    });
    if (options.gradualDeployments) new GradualDeployment(this, "Deployment", { options, name, alias: this.live });
  }

  allow(...statements: readonly PolicyStatement[]): void {
    for (const statement of statements) this.#role.addToPolicy(statement);
  }
}

/** Messages can come back directly or through the consumers of other queues. */
function sendsToItself(name: FunctionName): boolean {
  const reached = new Set<FunctionName>();
  const open: FunctionName[] = [name];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    for (const queue of functions[current].sends) {
      const { consumer } = queues[queue];
      if (consumer === name) return true;
      if (reached.has(consumer)) continue;
      reached.add(consumer);
      open.push(consumer);
    }
  }
  return false;
}
