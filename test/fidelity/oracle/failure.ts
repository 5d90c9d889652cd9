/** Something that is not as it should be. `rule`: the page that says how. */
export type Failure = { readonly rule: string; readonly what: string };
