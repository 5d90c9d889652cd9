import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { closeServer, listenLocally } from "./local-server.ts";

type Refusal = { readonly status: number; readonly code: string; readonly message?: string };

/**
 * What a request to the fake gets: a service's error code, silence until the client gives up, a gateway's page, or its
 * usual response.
 */
export type Trouble = Refusal | "silence" | { readonly page: number };

type Role = {
  /** What the role's trust policy requires; `any` requires nothing. */
  readonly externalId: string;
  /** The actions that the role allows. */
  readonly allows: readonly string[];
};

type Session = {
  readonly name: string;
  /** What it allows at the time of a request counts. */
  readonly roleArn: string;
  /** The actions to which the session is restricted. */
  readonly only: readonly string[];
};

/** One accepted request, as its service understood it. */
export type Accepted = {
  readonly service: "sqs" | "events" | "s3";
  readonly host: string;
  /** The session of the credentials that signed it; undefined for the bridge's own. */
  readonly session: string | undefined;
  readonly input: Record<string, unknown>;
};

const target = z.record(z.string(), z.unknown());

/**
 * STS, SQS, EventBridge and S3 on this machine, in their wire protocols. Roles have trust policies and permissions; queues,
 * buses and buckets exist or don't. Signatures aren't checked, only whose credentials signed.
 */
export class FakeDestinations {
  readonly roles = new Map<string, Role>();
  readonly queues = new Set<string>();
  readonly buses = new Set<string>();
  /** Buckets by name, with their owners' accounts. */
  readonly buckets = new Map<string, string>();
  /** The objects' contents by the path to them. */
  readonly objects = new Map<string, Buffer>();
  readonly accepted: Accepted[] = [];
  /** The requests to assume a role. */
  readonly assumed: URLSearchParams[] = [];
  /** How long sessions last (ms). */
  sessionLife = 3_600_000;
  trouble: (action: string) => Trouble | undefined = () => undefined;
  /** The response to a successful request with an entry that the bus doesn't take. */
  untaken: object | undefined;
  /** The silent actions whose client gave up, which closes the connection. */
  readonly abandoned: string[] = [];
  readonly #sessions = new Map<string, Session>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  start(): Promise<string> {
    return listenLocally(this.#server);
  }

  stop(): Promise<void> {
    return closeServer(this.#server);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await buffer(request);
    if (request.method === "PUT") {
      this.#putObject(request, content, response);
      return;
    }
    const body = content.toString();
    const [service = "", operation = ""] = String(
      request.headers["x-amz-target"] ?? "AWSSecurityTokenService.AssumeRole",
    ).split(".");
    const trouble = this.trouble(operation);
    if (trouble === "silence") {
      this.#keepSilent(operation, response);
      return;
    }
    if (trouble !== undefined && "page" in trouble) {
      showPage(response, trouble.page);
      return;
    }
    if (operation === "AssumeRole") {
      this.#assume(new URLSearchParams(body), response, trouble);
      return;
    }
    const refused = trouble ?? this.#refusal(request, operation, JSON.parse(body));
    if (refused !== undefined) {
      const { status, code, message = `the ${operation} was refused` } = refused;
      response.writeHead(status, { "content-type": "application/x-amz-json-1.1" });
      response.end(JSON.stringify({ __type: `com.amazonaws.${service.toLowerCase()}#${code}`, message }));
      return;
    }
    const input = target.parse(JSON.parse(body));
    if (operation === "DescribeEventBus") {
      response.writeHead(200, { "content-type": "application/x-amz-json-1.1" });
      response.end(JSON.stringify(input));
      return;
    }
    if (operation === "SendMessage" || this.untaken === undefined)
      this.accepted.push({
        service: operation === "SendMessage" ? "sqs" : "events",
        host: String(request.headers.host),
        session: this.#sessionOf(request)?.name,
        input,
      });
    response.writeHead(200, { "content-type": "application/x-amz-json-1.1" });
    response.end(
      JSON.stringify(operation === "SendMessage" ? sent(input) : (this.untaken ?? { Entries: [{ EventId: "1" }] })),
    );
  }

  #putObject(request: IncomingMessage, content: Buffer, response: ServerResponse): void {
    const { pathname } = new URL(`http://s3${request.url ?? ""}`);
    const [, bucket = ""] = pathname.split("/");
    const session = this.#sessionOf(request);
    const owner = this.buckets.get(bucket);
    const isAllowed = this.#isAllowed(session, "s3:PutObject");
    const expected = request.headers["x-amz-expected-bucket-owner"];
    const trouble = this.trouble("PutObject");
    if (trouble === "silence") {
      this.#keepSilent("PutObject", response);
      return;
    }
    if (trouble !== undefined && "page" in trouble) {
      showPage(response, trouble.page);
      return;
    }
    const denied = { status: 403, code: "AccessDenied", message: "not authorized to perform s3:PutObject" };
    const missing = owner === undefined ? { status: 404, code: "NoSuchBucket", message: "no such bucket" } : undefined;
    const isOthers = expected !== undefined && expected !== owner;
    const refused = trouble ?? (isAllowed ? (missing ?? (isOthers ? denied : undefined)) : denied);
    response.writeHead(refused?.status ?? 200, { "content-type": "application/xml", etag: '"1"' });
    if (refused !== undefined) {
      const { code, message = "the PutObject was refused" } = refused;
      response.end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
      return;
    }
    const input = {
      Key: decodeURIComponent(pathname.slice(bucket.length + 2)),
      ContentType: request.headers["content-type"],
    };
    this.accepted.push({ service: "s3", host: String(request.headers.host), session: session?.name, input });
    this.objects.set(`${bucket}/${input.Key}`, content);
    response.end();
  }

  #keepSilent(action: string, response: ServerResponse): void {
    response.on("close", () => this.abandoned.push(action));
  }

  #sessionOf({ headers }: IncomingMessage) {
    return this.#sessions.get(String(headers["x-amz-security-token"] ?? ""));
  }

  #isAllowed(session: Session | undefined, action: string): boolean {
    if (session === undefined) return true;
    return session.only.includes(action) && this.roles.get(session.roleArn)?.allows.includes(action) === true;
  }

  #refusal(request: IncomingMessage, operation: string, input: unknown): Refusal | undefined {
    const action = operation === "SendMessage" ? "sqs:SendMessage" : `events:${operation}`;
    if (!this.#isAllowed(this.#sessionOf(request), action))
      return { status: 403, code: "AccessDeniedException", message: `not authorized to perform ${action}` };
    if (operation === "SendMessage") {
      const { QueueUrl } = z.object({ QueueUrl: z.string() }).parse(input);
      return this.queues.has(QueueUrl) ? undefined : { status: 400, code: "QueueDoesNotExist" };
    }
    // Like AWS, a bus that doesn't exist accepts events.
    if (operation !== "DescribeEventBus") return undefined;
    const { Name } = z.object({ Name: z.string() }).parse(input);
    const isThere = [...this.buses].some((arn) => arn.endsWith(`:event-bus/${Name}`));
    return isThere ? undefined : { status: 400, code: "ResourceNotFoundException" };
  }

  #assume(asked: URLSearchParams, response: ServerResponse, trouble: Refusal | undefined): void {
    this.assumed.push(asked);
    const roleArn = asked.get("RoleArn") ?? "";
    const role = this.roles.get(roleArn);
    const isTrusted = role !== undefined && (role.externalId === "any" || role.externalId === asked.get("ExternalId"));
    const refused = trouble ?? (isTrusted ? undefined : { status: 403, code: "AccessDenied" });
    response.writeHead(refused?.status ?? 200, { "content-type": "text/xml" });
    if (refused !== undefined) {
      const message = refused.message ?? "User: arn:aws:sts::111122223333:assumed-role/ours/us isn't authorized";
      response.end(
        `<ErrorResponse><Error><Type>Sender</Type><Code>${refused.code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
      );
      return;
    }
    const token = `token-${this.assumed.length}`;
    const policy = z
      .object({ Statement: z.array(z.object({ Action: z.array(z.string()) })) })
      .parse(JSON.parse(asked.get("Policy") ?? ""));
    const only = policy.Statement.flatMap(({ Action }) => Action);
    this.#sessions.set(token, { roleArn, name: asked.get("RoleSessionName") ?? "", only });
    const expires = new Date(Date.now() + this.sessionLife).toISOString();
    response.end(
      `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIA</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>${token}</SessionToken><Expiration>${expires}</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`,
    );
  }
}

function showPage(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "text/html" });
  response.end("<html><body><h1>503 Service Unavailable</h1></body></html>");
}

function sent({ MessageBody }: Record<string, unknown>) {
  return { MessageId: "1", MD5OfMessageBody: createHash("md5").update(String(MessageBody)).digest("hex") };
}
