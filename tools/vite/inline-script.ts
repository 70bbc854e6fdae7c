import { build, type Plugin } from "vite";
import { BUILD_TARGET } from "./browsers.ts";

/**
 * `import source from "./file.ts?inline-script"`: the file bundled and minified, as text. Only the server
 * inlines it, so the client bundle gets an empty string.
 */
export function inlineScript(): Plugin {
  const SUFFIX = "?inline-script";
  return {
    name: "inline-script",
    async load(id) {
      if (!id.endsWith(SUFFIX)) return;
      if (this.environment.name === "client") return 'export default "";';
      const entry = id.slice(0, -SUFFIX.length);
      const lib = { entry, formats: ["iife" as const], name: "inlineScript" };
      const built = await build({
        configFile: false,
        logLevel: "silent",
        build: { lib, write: false, minify: true, target: BUILD_TARGET },
      });
      const chunks = [built].flat().flatMap((bundle) => ("output" in bundle ? bundle.output : []));
      const code = chunks
        .map((chunk) => (chunk.type === "chunk" ? chunk.code.trim() : ""))
        .join("");
      for (const chunk of chunks) {
        if (chunk.type === "chunk") for (const file of chunk.moduleIds) this.addWatchFile(file);
      }
      return `export default ${JSON.stringify(code)};`;
    },
  };
}
