import { createVersionCheck, versionCheckParts } from "./runtime/aws/version-check.ts";

/** Handles the hooks of gradual deployments. It isn't part of the pipeline, so the topology doesn't declare it. */
export const handler = createVersionCheck(versionCheckParts());
