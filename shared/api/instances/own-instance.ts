import type { Caller } from "../../partners/authenticator.ts";
import { mayHave } from "../../partners/partner.ts";
import type { Instance } from "../../source/instance.ts";
import type { ApiServices } from "../api-services.ts";
import { RequestError } from "../http/request-error.ts";

/** The instance that a request names. For a partner without access to it, it doesn't exist. */
export async function ownInstance(
  { instances }: Pick<ApiServices, "instances">,
  { access }: Pick<Caller, "access">,
  name: string,
): Promise<Instance> {
  const found = mayHave(access, name) ? await instances.find(name) : undefined;
  if (found === undefined) throw RequestError.notFound("This instance");
  return found;
}
