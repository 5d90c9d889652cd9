import type { App, AppProps } from "aws-cdk-lib";
import { createFeedhookApp } from "../../../infra/aws/app.ts";
import { readOptions } from "../../../infra/aws/read-options.ts";

/** Part of a template, of any shape. References in it are text. */
// oxlint-disable-next-line typescript/no-explicit-any -- kinds of resources have nothing in common
export type Readable = any;

export type Resource = {
  readonly stack: string;
  /** The construct's place, without the stage: `Data/Mirror`. */
  readonly path: string;
  readonly type: string;
  readonly properties: Readable;
  readonly deletionPolicy: string | undefined;
  readonly replacePolicy: string | undefined;
  /** The paths of what is deployed before it. */
  readonly dependsOn: readonly string[];
  readonly updatePolicy: Readable;
};

/** All templates of one synthesised app. References inside and between them are text: `path` or `path.Attribute`. */
export class Deployment {
  readonly resources: readonly Resource[];
  readonly stacks: readonly string[];
  readonly #paths = new Map<string, string>();
  readonly #outputs = new Map<string, { readonly [name: string]: Readable }>();

  constructor(app: App) {
    const { stacks } = app.synth();
    this.stacks = stacks.map(({ stackName }) => stackName);
    for (const { stackName, template } of stacks) {
      for (const [id, { Metadata }] of entriesOf(template.Resources)) {
        this.#paths.set(`${stackName} ${id}`, shortPath(Metadata["aws:cdk:path"]));
      }
      this.#outputs.set(stackName, template.Outputs ?? {});
    }
    this.resources = stacks.flatMap(({ stackName: stack, template }) =>
      entriesOf(template.Resources).map(([id, resource]) => ({
        stack,
        path: this.#pathOf(stack, id),
        type: resource.Type,
        properties: this.#readable(stack, resource.Properties ?? {}),
        deletionPolicy: resource.DeletionPolicy,
        replacePolicy: resource.UpdateReplacePolicy,
        dependsOn: (resource.DependsOn ?? []).map((other: string) => this.#pathOf(stack, other)),
        updatePolicy: this.#readable(stack, resource.UpdatePolicy),
      })),
    );
  }

  of(type: string): readonly Resource[] {
    return this.resources.filter((resource) => resource.type === type);
  }

  /** The properties of every resource of a type. */
  all(type: string): Readable[] {
    return this.of(type).map(({ properties }) => properties);
  }

  /** The properties of the resource at a path. */
  at(path: string): Readable {
    return this.resources.find((resource) => resource.path === path)?.properties;
  }

  /** The topology's functions, without the checks of new versions. */
  get functions(): readonly Resource[] {
    return this.of("AWS::Lambda::Function").filter(({ path }) => !path.includes("/Deployments/Check/"));
  }

  /** A stack's outputs after its deployment. */
  outputs(concern: string): { readonly [name: string]: string } {
    const stack = this.stacks.find((name) => name.endsWith(`-${concern}`)) ?? concern;
    const reported = entriesOf(this.#outputs.get(stack) ?? {});
    // Outputs that other stacks read have generated names; the others are for people.
    return Object.fromEntries(
      reported
        .filter(([id]) => !id.startsWith("PublishOutput"))
        .map(([id, { Value }]) => [id, this.#readable(stack, Value)]),
    );
  }

  #pathOf(stack: string, id: string): string {
    return this.#paths.get(`${stack} ${id}`) ?? id;
  }

  #readable(stack: string, value: Readable): Readable {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((one) => this.#readable(stack, one));
    if ("Ref" in value) return this.#pathOf(stack, value.Ref);
    if ("Fn::GetAtt" in value) {
      const [id, attribute] = value["Fn::GetAtt"];
      return `${this.#pathOf(stack, id)}.${attribute}`;
    }
    if ("Fn::Join" in value) {
      const [separator, parts] = value["Fn::Join"];
      return this.#readable(stack, parts).join(separator);
    }
    // Part of an ARN: its owner says enough.
    if ("Fn::Select" in value && "Fn::Split" in value["Fn::Select"][1]) {
      return this.#readable(stack, value["Fn::Select"][1]["Fn::Split"][1]);
    }
    if ("Fn::GetStackOutput" in value) {
      const { StackName, OutputName } = value["Fn::GetStackOutput"];
      const output = this.#outputs.get(StackName)?.[OutputName]?.Value;
      if (output === undefined) throw new Error(`${StackName} has no output ${OutputName}`);
      return this.#readable(StackName, output);
    }
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#readable(stack, one)]));
  }
}

const entriesOf = (members: Readable): readonly (readonly [string, Readable])[] => Object.entries(members);

/** A function's environment. */
export const variablesOf = ({ properties }: Resource): { readonly [name: string]: string } =>
  properties.Environment.Variables;

/** `Feedhook-dev-Data/Mirror/Resource` → `Data/Mirror`. */
function shortPath(path: string): string {
  return path.replace(/^Feedhook-[a-z]+-/, "").replace(/\/Resource$/, "");
}

/** The name of something in the account that stages are pinned to. */
export const arn = (service: string, resource: string): string =>
  `arn:aws:${service}:eu-north-1:123456789012:${resource}`;

/** Two wrapping keys of yours. */
export const [keyA, keyB] = [
  arn("kms", "key/0a1b2c3d-0000-4000-8000-000000000000"),
  arn("kms", "key/1a1b2c3d-0000-4000-8000-000000000000"),
];

export const restoredStreamArn = arn("dynamodb", "table/feedhook-prod-mirror-1/stream/2026-11-21T08:00:00.000");

export const productionContext = {
  stage: "prod",
  partnerUrl: "https://partner.acme.test",
  operatorKeyHash: "a".repeat(64),
  alarmEmail: "ops@acme.test",
};

/** The account and region that a stage is pinned to. */
export const pinned = { account: "123456789012", region: "eu-north-1" };

/** Alerts by email. */
export const mailing = {
  alertEmailFrom: "alerts@acme.test",
  alertEmailIdentityArn: arn("ses", "identity/acme.test"),
};

/** With every option that adds resources, because optional parts have to keep the rules too. */
export const everyOption = {
  ...productionContext,
  staticEgress: true,
  awsDestinations: true,
  dashboard: true,
  busConsumers: ["o-a1b2c3d4e5"],
  encryptWithKey: true,
  domainName: "hooks.acme.test",
  certificateArn: arn("acm", "certificate/1"),
  firewall: true,
  ticketTopicArn: arn("sns", "tickets"),
};

export const unbundled = {
  // Templates don't depend on the code, and bundling eight functions would only take time.
  "aws:cdk:bundling-stacks": [],
  "aws:cdk:enable-path-metadata": true,
};

const synthesised = new Map<string, Deployment>();

/** Most test files use the same app: each worker synthesises it once for all of them. */
export function synthesise(context: { readonly [key: string]: unknown }): Deployment {
  const key = JSON.stringify(context);
  const known = synthesised.get(key) ?? new Deployment(appOf(context));
  synthesised.set(key, known);
  return known;
}

/** The app that a stage's file with these options would make, before synthesis. */
export function appOf(options: { readonly [key: string]: unknown }, props: AppProps = {}): App {
  const context = { ...unbundled, ...options };
  return createFeedhookApp({ analyticsReporting: false, ...props, context }, readOptions);
}
