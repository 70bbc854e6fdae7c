import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import packageJson from "./package.json" with { type: "json" };

/** Variables that `npm run dev` hands to the local Worker; a build takes none. */
function localVariables(): Record<string, string> {
  return JSON.parse(process.env.SITE_VARIABLES ?? "{}");
}

export default defineConfig(({ command }) => ({
  resolve: { tsconfigPaths: true },
  plugins: [
    cloudflare({
      viteEnvironment: { name: "ssr" },
      inspectorPort: false,
      ...(command === "serve" ? { config: { vars: localVariables() } } : {}),
    }),
    tailwindcss(),
    reactRouter(),
  ],
  define: { __VERSION__: JSON.stringify(packageJson.version) },
  environments: { ssr: { build: { minify: true } } },
}));
