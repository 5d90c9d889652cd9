import { type App, type AppProps, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { createFeedhookApp } from "./feedhook-app.ts";

/** The app under AWS's solution rules: a finding without a written reason fails its synthesis. */
export function createCheckedApp(props: AppProps = {}): App {
  const app = createFeedhookApp(props);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}

// npx cdk synth --app "node infra/aws/checked-app.ts"
if (import.meta.main) createCheckedApp().synth();
