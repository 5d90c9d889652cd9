import { type App, type AppProps, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { createFeedhookApp, type OptionReader } from "./feedhook-app.ts";

/** The app under AWS's solution rules: a finding without a written reason makes its synthesis fail. */
export function createCheckedApp(props: AppProps = {}, read?: OptionReader): App {
  const app = createFeedhookApp(props, read);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}

// npx cdk synth --app "node infra/aws/checked-app.ts"
if (import.meta.main) createCheckedApp().synth();
