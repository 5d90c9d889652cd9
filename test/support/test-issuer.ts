import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { closeServer, listenLocally } from "./local-server.ts";

const keys = () => generateKeyPairSync("rsa", { modulusLength: 2_048 });
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** How the issuer responds to a path from now on, instead of correctly. */
export type Fault = "down" | "slow" | "huge" | "error";
type Answer = { readonly status: number; readonly body: object };

const nothing: Answer = { status: 200, body: {} };
const faulty: { readonly [fault in Fault]: Answer } = {
  ...{ down: nothing, slow: nothing },
  huge: { status: 200, body: { padding: "x".repeat(1_000_000) } },
  error: { status: 500, body: { problem: "a secret of the issuer" } },
};

/** An OpenID Connect issuer on HTTP. It signs everybody in as `claims`, once for each code. */
export class TestIssuer {
  url = "";
  readonly clientId = "feedhook";
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  /** The claims of the person, which override those of the protocol. */
  claims: Record<string, unknown> = {};
  /** How the person ends the sign-in: with a code, or by refusing it. */
  denies = false;
  /** Signs with a key that isn't published. */
  forges = false;
  /** Overrides parts of the discovered configuration. */
  configuration: Record<string, unknown> = {};
  readonly faults = new Map<string, Fault>();
  /** The paths of all requests. */
  readonly asked: string[] = [];
  readonly #own = keys();
  readonly #foreign = keys();
  readonly #codes = new Map<string, { challenge: string; nonce: string; redirectUri: string }>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async listen(): Promise<string> {
    this.url = await listenLocally(this.#server);
    return this.url;
  }

  close(): Promise<void> {
    return closeServer(this.#server);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", this.url);
    this.asked.push(pathname);
    const form = new URLSearchParams(await text(request));
    const fault = this.faults.get(pathname);
    if (fault === "down") request.socket.destroy();
    if (fault === "slow") await sleep(20_000, undefined, { ref: false });
    if (pathname === "/authorize") response.setHeader("location", this.#authorized(searchParams));
    const { status, body } = fault === undefined ? this.#answer(pathname, request, form) : faulty[fault];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  #answer(path: string, request: IncomingMessage, form: URLSearchParams): Answer {
    switch (path) {
      case "/.well-known/openid-configuration": {
        const endpoints = { authorization_endpoint: `${this.url}/authorize`, token_endpoint: `${this.url}/token` };
        const supported = { response_types_supported: ["code"], id_token_signing_alg_values_supported: ["RS256"] };
        const found = { issuer: this.url, ...endpoints, jwks_uri: `${this.url}/jwks`, ...supported };
        return { status: 200, body: { ...found, ...this.configuration } };
      }
      case "/jwks": {
        const key = { ...this.#own.publicKey.export({ format: "jwk" }), kid: "1", use: "sig" };
        return { status: 200, body: { keys: [key] } };
      }
      case "/authorize":
        return { status: 302, body: {} };
      case "/token":
        return this.#token(request, form);
      default:
        return { status: 404, body: {} };
    }
  }

  #authorized(asked: URLSearchParams): string {
    const redirectUri = asked.get("redirect_uri") ?? "";
    const back = new URL(redirectUri);
    back.searchParams.set("state", asked.get("state") ?? "");
    if (this.denies) {
      back.searchParams.set("error", "access_denied");
      return back.href;
    }
    const code = randomUUID();
    const [challenge, nonce] = [asked.get("code_challenge") ?? "", asked.get("nonce") ?? ""];
    this.#codes.set(code, { challenge, nonce, redirectUri });
    back.searchParams.set("code", code);
    return back.href;
  }

  #token({ headers }: IncomingMessage, form: URLSearchParams): Answer {
    const { clientId, clientSecret } = this;
    const basic = Buffer.from(headers.authorization?.replace("Basic ", "") ?? "", "base64").toString();
    const given = basic.split(":").map((part) => decodeURIComponent(part));
    const isPublic = clientSecret === undefined && form.get("client_id") === clientId;
    const isClient = isPublic || (given[0] === clientId && given[1] === clientSecret);
    if (!isClient) return { status: 401, body: { error: "invalid_client" } };
    const code = form.get("code") ?? "";
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (known?.challenge !== challenge || known.redirectUri !== form.get("redirect_uri")) {
      return { status: 400, body: { error: "invalid_grant", error_description: "This code can't be used." } };
    }
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: this.url, aud: clientId, sub: "1", iat: now, exp: now + 60, nonce: known.nonce };
    const signed = `${base64url({ alg: "RS256", kid: "1" })}.${base64url({ ...claims, ...this.claims })}`;
    const { privateKey } = this.forges ? this.#foreign : this.#own;
    const signature = sign("sha256", Buffer.from(signed), privateKey).toString("base64url");
    const tokens = { access_token: randomUUID(), token_type: "Bearer", id_token: `${signed}.${signature}` };
    return { status: 200, body: tokens };
  }
}
