/** Style sheets are imported for the bundler, which puts them into a file of their own. */
declare module "*.css";
