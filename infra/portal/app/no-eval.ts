import { config } from "zod";

// The page's policy forbids to make code of text, which zod tries when a schema is made. So this is set at import, and
// imported before everything that has schemas.
config({ jitless: true });
