import { createVersionCheck, versionCheckParts } from "./runtime/aws/version-check.ts";

/** Handles the hooks of gradual deployments. It is no part of the pipeline, so the topology doesn't have it. */
export const handler = createVersionCheck(versionCheckParts());
