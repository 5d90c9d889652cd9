/* eslint-disable @typescript-eslint/no-deprecated -- The same code moves to a package of its own with hono 5; until then it is part of hono. */
import { handle, type LambdaEvent } from "hono/aws-lambda";
import { createApi } from "../shared/api/create-api.ts";
import type { StatusProbe } from "../shared/api/status/status-probe.ts";
import { onAws } from "./runtime/aws/on-aws.ts";
import { createContainer } from "./runtime/container.ts";
import type { Engine } from "./runtime/engine.ts";
import type { Handler } from "./runtime/messages/lambda-events.ts";
import { createApiServices } from "./runtime/services/api.ts";

/** API Gateway's HTTP API: the management API and the console page. */
export function createApiHandler(engine: Engine, probe: StatusProbe): Handler<LambdaEvent, unknown> {
  return handle(createApi(createApiServices(createContainer(engine), probe)));
}

export const handler = onAws((engine) => createApiHandler(engine, engine.probe));
