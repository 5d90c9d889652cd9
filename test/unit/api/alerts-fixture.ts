import { apiFixture } from "./api-fixture.ts";

export const slackUrl = "https://hooks.slack.example/services/very-secret";
export const email = "oncall@acme.example";

/** A partner with a key of its own, and what it does about its alerts. */
export async function alertsFixture(options: Parameters<typeof apiFixture>[0] = {}) {
  const api = apiFixture(options);
  const { id: partner, as } = await api.addPartner({}, ["manage"]);
  const path = `/v1/partners/${partner}/alerts`;
  const patch = (change: object, headers: object = {}) => api.call("PATCH", path, change, { ...as, ...headers });
  /** The code in the mail. */
  const code = async () => {
    const settings = await api.services.alertSettings.read(partner);
    return (await api.services.alertSettings.openCode(partner, settings, settings.email!.code!.madeAt))!;
  };
  const confirmed = async () => {
    await patch({ email });
    await api.call("POST", `${path}/confirm`, { code: await code() }, as);
    api.alerts.take();
  };
  return { api, partner, path, as, patch, code, confirmed };
}
