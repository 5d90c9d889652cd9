/* oxlint-disable typescript/no-deprecated -- Hono 5 moves this code to a separate package. */
import { readFile } from "node:fs/promises";
import { handle, type LambdaEvent } from "hono/aws-lambda";
import { createApi } from "../shared/api/create-api.ts";
import { type PortalAssets, portalAssets } from "../shared/api/portal/portal-assets.ts";
import { parseJson } from "../shared/kernel/parse.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import type { Handler } from "./runtime/messages/lambda-events.ts";
import { createApiServices, type OwnServices } from "./runtime/services/api.ts";
import { trialEvents } from "./runtime/trial/trial-events.ts";
import { withEncodedPath } from "./runtime/with-encoded-path.ts";

/** Serves the management API and the portal behind API Gateway: an HTTP API or, behind a firewall, a REST API. */
export function createApiHandler(engine: Engine, own: OwnServices): Handler<LambdaEvent, unknown> {
  const serve = handle(createApi({ ...createApiServices(createContainer(engine), own), portal: bundledPortal }));
  return (event) => serve(withEncodedPath(event));
}

/** Reads portal.json, which `cdk synth` writes next to the function's bundle. */
async function bundledPortal(): Promise<PortalAssets> {
  const text = await readFile(new URL("portal.json", import.meta.url), "utf8");
  return parseJson(portalAssets, text, "portal.json");
}

export const handler = onAws(async (engine) => {
  const { awsOperations } = await import("./runtime/aws/aws-operations.ts");
  return createApiHandler(engine, awsOperations(process.env, engine));
}, trialEvents.api);
