import fc from "fast-check";

// The gate needs a failing property's seed. Shrinking could take longer than the test may, and the seed would be lost.
fc.configureGlobal({ endOnFailure: process.env["CI"] === "true" });
