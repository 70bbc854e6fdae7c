import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin } from "vite";
import packageJson from "./package.json" with { type: "json" };

/** Variables that `npm run dev` hands to the local Worker; a build takes none. */
function localVariables(): Record<string, string> {
  return JSON.parse(process.env.SITE_VARIABLES ?? "{}");
}

/**
 * `import source from "./file.ts?inline-script"`: the file bundled and minified, as text. Only the server
 * writes it into pages; the browser's React leaves it as it is, so its bundle does without.
 */
function inlineScript(): Plugin {
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
        build: { lib, write: false, minify: true },
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

/** React's server entry brings its old string renderer along, which nothing here calls: 25 KB gzip. */
function withoutStringRenderer(): Plugin {
  return {
    name: "without-string-renderer",
    load(id) {
      if (id.includes("react-dom-server-legacy.")) return "module.exports = {};";
    },
  };
}

/**
 * What the browser loads, by when. Few larger files compress better than many small ones, and the
 * framework stays cached over deploys.
 */
const CHUNKS = [
  {
    name: "framework",
    test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
    priority: 3,
  },
  /** With every page that runs React. */
  {
    name: "shell",
    test: /app\/(root\.tsx|entry\.client|navigation\/(chrome|page-meta|site-)|content\/site|forms\/(form-result|unreachable|use-form)|items\/item\.ts|platform\/(nonce|read-field|route-handle)|ui\/(alert|button|card|error|field|inline|logo|on-demand|spinner|text-link)|auth\/(auth-channel|providers|session-keeper|tell)|routes\/account\/layout|users\/(account-problem|use-pending))/,
    priority: 2,
  },
  /** When a form is first touched. */
  { name: "validation", test: /node_modules\/valibot\/|app\/forms\/parse-form\.ts/, priority: 2 },
  /** When the first of them opens. */
  {
    name: "dialogs",
    test: /app\/(ui\/modal|items\/(deleted-item|edit-item|item-form)|auth\/reauthentication-dialog)/,
    priority: 1,
  },
  /** Never: these pages run without React, and links and redirects load them as documents. */
  {
    name: "marketing",
    test: /app\/(routes\/marketing|navigation\/call|ui\/(disclosure|drawings|section|slideshow)|content\/(?!plans))/,
    priority: 1,
  },
];

/** `@supabase/ssr` imports all of supabase-js; only its auth client is used here. */
const authOnlyClient = new URL("./app/auth/auth-only-client.ts", import.meta.url);

/** The package's exports lead to its development build even where a product is built: remix-run/react-router#14102. */
const PRODUCTION_ROUTER = [
  { find: /^react-router$/, replacement: routerBuild("index.mjs") },
  { find: /^react-router\/dom$/, replacement: routerBuild("dom-export.mjs") },
];

function routerBuild(file: string): string {
  return path.join(import.meta.dirname, "node_modules/react-router/dist/production", file);
}

/** The commit that is built; in a folder without git nobody can tell. */
function readCommit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { stdio: "pipe" })
      .toString()
      .trim();
  } catch {
    return "unknown";
  }
}

export default defineConfig(({ command }) => ({
  resolve: {
    tsconfigPaths: true,
    alias: [
      { find: "@supabase/supabase-js", replacement: fileURLToPath(authOnlyClient) },
      ...(command === "build" ? PRODUCTION_ROUTER : []),
    ],
  },
  plugins: [
    inlineScript(),
    withoutStringRenderer(),
    cloudflare({
      viteEnvironment: { name: "ssr" },
      inspectorPort: false,
      ...(command === "serve" ? { config: { vars: localVariables() } } : {}),
    }),
    tailwindcss(),
    reactRouter(),
  ],
  define: {
    __VERSION__: JSON.stringify(packageJson.version),
    __COMMIT__: JSON.stringify(readCommit()),
    __BUILT_AT__: JSON.stringify(new Date().toISOString()),
  },
  environments: {
    client: {
      build: {
        // React Router links what a page needs; the rest is two small files that are asked for at once.
        modulePreload: false,
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
      },
    },
    ssr: {
      build: {
        minify: true,
        // What the browser fetches on demand, the server has at hand.
        rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
      },
    },
  },
}));
