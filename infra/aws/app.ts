import { App, type AppProps } from "aws-cdk-lib";
import * as z from "zod";
import { createStacks, feedhookContext } from "./create-stacks.ts";
import type { DeployOptions } from "./options.ts";
import { readStage } from "./read-options.ts";

/** Throws an Error that describes the fault. */
export type OptionReader = (context: { readonly [key: string]: unknown }) => DeployOptions;

/**
 * Only tests pass `props.context` and `read`. In a deployment, the CLI passes the context, and the options are in the
 * stage's file.
 */
export function createFeedhookApp(props: AppProps = {}, read: OptionReader = readStage): App {
  const app = new App({ ...props, context: { ...feedhookContext, ...props.context } });
  createStacks(app, read(z.record(z.string(), z.unknown()).parse(app.node.getAllContext())));
  return app;
}

if (import.meta.main) createFeedhookApp().synth();
