import type { App, AppProps } from "aws-cdk-lib";
import * as z from "zod";
import { createFeedhookApp } from "../../../infra/aws/app.ts";
import { readOptions } from "../../../infra/aws/read-options.ts";

const template = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.record(z.string(), z.unknown()).default({}),
      DeletionPolicy: z.string().optional(),
      UpdateReplacePolicy: z.string().optional(),
      UpdatePolicy: z.record(z.string(), z.unknown()).optional(),
      DependsOn: z.array(z.string()).default([]),
      Metadata: z.object({ "aws:cdk:path": z.string() }).optional(),
    }),
  ),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.string() }).optional() }))
    .default({}),
});

export type Resource = {
  readonly stack: string;
  /** The construct's place, without the stage: `Data/Mirror`. */
  readonly path: string;
  readonly type: string;
  readonly properties: { readonly [name: string]: unknown };
  readonly deletionPolicy: string | undefined;
  readonly replacePolicy: string | undefined;
  /** The ids of what is deployed before it. */
  readonly dependsOn: readonly string[];
  readonly updatePolicy: { readonly [name: string]: unknown } | undefined;
};

/** All templates of one synthesised app, with readable references inside and between them. */
export class Deployment {
  readonly resources: readonly Resource[];
  readonly stacks: readonly string[];
  readonly #paths = new Map<string, string>();
  readonly #outputs = new Map<string, { readonly [name: string]: unknown }>();

  constructor(app: App) {
    const stacks = app.synth().stacks.map(({ stackName, template: body }) => {
      const { Resources, Outputs } = template.parse(body);
      return { name: stackName, Resources, Outputs };
    });
    this.stacks = stacks.map(({ name }) => name);
    for (const { name, Resources, Outputs } of stacks) {
      for (const [id, { Metadata }] of Object.entries(Resources)) {
        this.#paths.set(`${name} ${id}`, shortPath(Metadata?.["aws:cdk:path"] ?? `${name}/${id}`));
      }
      this.#outputs.set(name, Object.fromEntries(Object.entries(Outputs).map(([id, { Value }]) => [id, Value])));
    }
    this.resources = stacks.flatMap(({ name, Resources }) =>
      Object.entries(Resources).map(
        ([id, { Type, Properties, DeletionPolicy, UpdateReplacePolicy, UpdatePolicy, DependsOn }]) => ({
          stack: name,
          path: this.#paths.get(`${name} ${id}`)!,
          type: Type,
          properties: Properties,
          deletionPolicy: DeletionPolicy,
          replacePolicy: UpdateReplacePolicy,
          dependsOn: DependsOn,
          updatePolicy: UpdatePolicy,
        }),
      ),
    );
  }

  of(type: string): readonly Resource[] {
    return this.resources.filter((resource) => resource.type === type);
  }

  /** The topology's functions, without the checks of new versions. */
  get functions(): readonly Resource[] {
    return this.of("AWS::Lambda::Function").filter(({ path }) => !path.includes("/Deployments/Check/"));
  }

  /** A stack's outputs after its deployment, with references as text. */
  outputs(concern: string): { readonly [name: string]: string } {
    const stack = this.stacks.find((name) => name.endsWith(`-${concern}`)) ?? concern;
    const told = Object.entries(this.#outputs.get(stack) ?? {});
    // Outputs that other stacks read have generated names; the others are for people.
    return Object.fromEntries(
      told.filter(([id]) => !id.startsWith("PublishOutput")).map(([id, value]) => [id, this.text(stack, value)]),
    );
  }

  /** A value as text, with references as `path` (Ref) or `path.Attribute`, across stacks too. */
  text(stack: string, value: unknown): string {
    if (typeof value === "string") return value;
    const intrinsic = z
      .union([
        z.object({ Ref: z.string() }),
        z.object({ "Fn::GetAtt": z.tuple([z.string(), z.string()]) }),
        z.object({ "Fn::Join": z.tuple([z.string(), z.array(z.unknown())]) }),
        z.object({
          "Fn::Select": z.tuple([z.int(), z.object({ "Fn::Split": z.tuple([z.literal(":"), z.unknown()]) })]),
        }),
        z.object({ "Fn::GetStackOutput": z.object({ StackName: z.string(), OutputName: z.string() }) }),
      ])
      .parse(value);
    if ("Ref" in intrinsic) return this.#paths.get(`${stack} ${intrinsic.Ref}`) ?? intrinsic.Ref;
    if ("Fn::GetAtt" in intrinsic) {
      const [id, attribute] = intrinsic["Fn::GetAtt"];
      return `${this.#paths.get(`${stack} ${id}`) ?? id}.${attribute}`;
    }
    if ("Fn::Join" in intrinsic) {
      const [separator, parts] = intrinsic["Fn::Join"];
      return parts.map((part) => this.text(stack, part)).join(separator);
    }
    // Part of an ARN: its owner says enough.
    if ("Fn::Select" in intrinsic) return this.text(stack, intrinsic["Fn::Select"][1]["Fn::Split"][1]);
    const { StackName, OutputName } = intrinsic["Fn::GetStackOutput"];
    const output = this.#outputs.get(StackName)?.[OutputName];
    if (output === undefined) throw new Error(`${StackName} has no output ${OutputName}`);
    return this.text(StackName, output);
  }
}

/** A function's environment. */
export const variablesOf = ({ properties }: Resource): { readonly [name: string]: unknown } =>
  z.object({ Variables: z.looseObject({}) }).parse(properties["Environment"]).Variables;

/** `Feedhook-dev-Data/Mirror/Resource` → `Data/Mirror`. */
function shortPath(path: string): string {
  return path.replace(/^Feedhook-[a-z]+-/, "").replace(/\/Resource$/, "");
}

export const productionContext = {
  stage: "prod",
  partnerUrl: "https://partner.acme.test",
  operatorKeyHash: "a".repeat(64),
  alarmEmail: "ops@acme.test",
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
  certificateArn: "arn:aws:acm:eu-north-1:123456789012:certificate/1",
  firewall: true,
  ticketTopicArn: "arn:aws:sns:eu-north-1:123456789012:tickets",
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
