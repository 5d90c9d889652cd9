// `feedhook/client`
export {
  type ApiClient,
  type ApiClientOptions,
  type components,
  createApiClient,
  type paths,
} from "../../api-client/create-api-client.ts";
