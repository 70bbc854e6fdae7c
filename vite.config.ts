import { execFileSync } from "node:child_process";
import { accessSync } from "node:fs";
import path from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { createLogger, defineConfig, type Logger, type Plugin } from "vite";
import { PASSWORD_MIN_LENGTH } from "./app/auth/methods/password/password-length.ts";
import packageJson from "./package.json" with { type: "json" };
import { BUILD_TARGET } from "./tools/vite/browsers.ts";
import { forwardedRequests } from "./tools/vite/forwarded-requests.ts";
import { inlineScript } from "./tools/vite/inline-script.ts";
import { loadRoutesTogether } from "./tools/vite/load-routes-together.ts";
import { plainPages } from "./tools/vite/plain-pages.ts";
import { publicPaths } from "./tools/vite/route-table.ts";

/** Variables that `npm run dev` passes to the local Worker; a build has none. */
function localVariables(): Record<string, string> {
  return JSON.parse(process.env.SITE_VARIABLES ?? "{}");
}

const COMMON_PASSWORDS = 3_000;

/** Keeps the most common passwords of allowed length: the whole list is 165 KiB compressed. */
function trimPasswordList(): Plugin {
  return {
    name: "trim-password-list",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/@zxcvbn-ts/language-common/src/passwords.json")) return;
      const passwords: string[] = JSON.parse(code);
      const allowed = passwords.filter(({ length }) => length >= PASSWORD_MIN_LENGTH);
      return { code: JSON.stringify(allowed.slice(0, COMMON_PASSWORDS)), map: null };
    },
  };
}

/** One file for what pages share: otherwise the sign-in page preloads 39 scripts. */
const SHARED_CHUNK = {
  name: "shared",
  test: ofPaths([
    ...["ui", "forms", "navigation", "platform", "turnstile", "auth/session"],
    ...["auth/methods/password/schema.ts", "auth/methods/password/password-field.tsx"],
    ...["content/account.ts", "content/navigation.ts", "content/studio.ts"],
  ]),
  minShareCount: 2,
};

/** The modules of these files and folders of app/. A path that was moved stops the build. */
function ofPaths(paths: readonly string[]): (id: string) => boolean {
  const found = paths.map((each) => path.join(import.meta.dirname, "app", each));
  for (const each of found) accessSync(each);
  return (id) => found.some((each) => id === each || id.startsWith(`${each}/`));
}

/**
 * The package's exports select its development build even in production builds: remix-run/react-router#14102.
 */
const PRODUCTION_ROUTER = [
  { find: /^react-router$/, replacement: routerBuild("index.mjs") },
  { find: /^react-router\/dom$/, replacement: routerBuild("dom-export.mjs") },
];

function routerBuild(file: string): string {
  return path.join(import.meta.dirname, "node_modules/react-router/dist/production", file);
}

/** Without the table of files, and React Router's warning about source maps, which are never uploaded. */
function createBuildLogger(): Logger {
  const logger = createLogger("warn");
  return {
    ...logger,
    warn(message, options) {
      if (!message.includes("Source maps are enabled")) logger.warn(message, options);
    },
  };
}

/** The current commit; "unknown" without git. */
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
  ...(command === "build" ? { customLogger: createBuildLogger() } : {}),
  resolve: {
    tsconfigPaths: true,
    alias: command === "build" ? PRODUCTION_ROUTER : [],
  },
  plugins: [
    forwardedRequests(),
    inlineScript(),
    loadRoutesTogether(),
    plainPages(),
    publicPaths(),
    trimPasswordList(),
    cloudflare({
      viteEnvironment: { name: "ssr" },
      inspectorPort: false,
      // For `public/_headers`; the build has it without.
      experimental: { headersAndRedirectsDevModeSupport: true },
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
  // One stylesheet, linked by the root.
  build: { cssCodeSplit: false },
  environments: {
    client: {
      build: {
        target: BUILD_TARGET,
        license: { fileName: "third-party-licenses.md" },
        // React Router renders the preload links.
        modulePreload: false,
        // For logged stacks (docs/planning.md); public/.assetsignore excludes them from the upload.
        sourcemap: "hidden",
        rolldownOptions: { output: { codeSplitting: { groups: [SHARED_CHUNK] } } },
      },
    },
    ssr: {
      optimizeDeps: {
        // Relative: in a folder with parentheses the plugins' own, which begin with its path, match no file,
        // and the first page fails when its packages are found.
        entries: ["workers/app.ts", "app/{root,entry.server}.tsx", "app/routes/**/*.{ts,tsx}"],
      },
      build: {
        minify: true,
        license: { fileName: "third-party-licenses.md" },
      },
    },
  },
}));
