import { OpenAPIHono } from "@hono/zod-openapi";
import type { AccessTokens, UserSessions } from "./auth/access-tokens.ts";
import { credentialEndpoints } from "./auth/credential-endpoints.ts";
import { localeOf, requireToken, requireUser } from "./auth/require-token.ts";
import { tokenEndpoint } from "./auth/token-endpoint.ts";
import { documentEndpoints } from "./documents/document-endpoints.ts";
import { changeFeedEndpoint, documentLists } from "./documents/document-lists.ts";
import { folderBundle } from "./documents/folder-bundle.ts";
import { folderEndpoints } from "./documents/folder-endpoints.ts";
import type { FaultPlan } from "./faults/fault-plan.ts";
import { injectFaults } from "./faults/inject-faults.ts";
import { noSuchEndpoint, type SandboxEnv, type SandboxHono } from "./http/endpoint.ts";
import { Problem } from "./http/problem.ts";
import { landingPage, openapiDocument, type ShownAccess } from "./landing-page.ts";
import { interfaceEndpoints } from "./oracle/interface-endpoints.ts";
import { faultEndpoints, oracleEndpoints } from "./oracle/oracle-endpoints.ts";
import { activityEndpoints } from "./resources/activity/activity-endpoints.ts";
import { companyEndpoints } from "./resources/company/company-endpoints.ts";
import { personEndpoints } from "./resources/person/person-endpoints.ts";
import { projectEndpoints } from "./resources/project/project-endpoints.ts";
import { companyTemplateEndpoints, projectTemplateEndpoints } from "./resources/template-endpoints.ts";
import type { Instance } from "./store/instance.ts";
import type { Clock } from "./store/time.ts";

export interface SandboxParts {
  readonly instances: ReadonlyMap<string, Instance>;
  readonly tokens: AccessTokens;
  readonly sessions: UserSessions;
  readonly clock: Clock;
  readonly faults: FaultPlan;
  readonly access: readonly ShownAccess[];
}

export function createSandboxApp(parts: SandboxParts): SandboxHono {
  const { instances, tokens, sessions, clock, faults, access } = parts;
  const app = new OpenAPIHono<SandboxEnv>();
  app.use(async (context, next) => {
    await next();
    context.header("Date", new Date(clock.now()).toUTCString());
  });
  app.onError((error, context) => {
    if (!(error instanceof Problem)) console.error(error);
    const problem = error instanceof Problem ? error : new Problem("unexpected", "unexpected error", "uventet feil");
    const locale = localeOf(/\/v1\/(en|no)(?:\/|$)/.exec(context.req.path)?.[1]) ?? "en";
    if (problem.status === 401) context.header("WWW-Authenticate", "Bearer");
    return context.json(problem.toBody(locale, context.req.path, clock.now()), problem.status, {
      "content-type": "application/problem+json",
    });
  });
  app.notFound(() => {
    throw noSuchEndpoint();
  });

  app.use(injectFaults(faults, tokens, clock));
  landingPage(app, instances, access);
  openapiDocument(app);
  faultEndpoints(app, faults);
  oracleEndpoints(app, instances);
  interfaceEndpoints(app, instances, sessions);
  tokenEndpoint(app, instances, tokens);
  app.use("/:instanceName/auth/api/v1/:locale/credentials/*", requireUser(instances, sessions));
  credentialEndpoints(app);
  app.use("/:instanceName/api/v1/:locale/*", requireToken(instances, tokens));
  personEndpoints(app);
  companyEndpoints(app);
  companyTemplateEndpoints(app);
  projectEndpoints(app);
  projectTemplateEndpoints(app);
  activityEndpoints(app);
  documentLists(app);
  changeFeedEndpoint(app);
  folderBundle(app);
  folderEndpoints(app);
  documentEndpoints(app);
  return app;
}
