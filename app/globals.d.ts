/** Version of this build, from package.json and the commit. */
declare const __VERSION__: string;

/** A TypeScript file, bundled and minified to the text of an inline script (vite.config.ts). */
declare module "*?inline-script" {
  const source: string;
  export default source;
}
