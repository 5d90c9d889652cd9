import { Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { createFeedhookApp } from "./feedhook-app.ts";

// The same app under AWS's solution rules: a finding without a written reason fails the synthesis.
// npx cdk synth --app "node infra/aws/checked-app.ts"
const app = createFeedhookApp();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
