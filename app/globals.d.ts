/** Version of this build, from package.json and the commit. */
declare const __VERSION__: string;
