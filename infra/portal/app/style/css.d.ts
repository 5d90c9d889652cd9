/** Lets TypeScript accept imported style sheets, which the bundler puts into a separate file. */
declare module "*.css";
