import { createFeedhookApp } from "./feedhook-app.ts";

createFeedhookApp().synth();
