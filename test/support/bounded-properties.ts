import fc from "fast-check";

/**
 * In ms, below the tests' time limit. Without this, a property that fails could be shrunk until its test times out, and
 * the report would lack its seed.
 */
fc.configureGlobal({ plugins: [fc.interruptAfterTimeLimit(100_000)] });
