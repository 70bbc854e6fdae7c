import { builtinModules } from "node:module";
import path from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { inlineScript } from "./tools/vite/inline-script.ts";
import { publicPaths } from "./tools/vite/route-table.ts";

/** The aliases of tsconfig.json. */
const shared = {
  resolve: {
    alias: {
      "~": path.join(import.meta.dirname, "app"),
      "#drizzle": path.join(import.meta.dirname, "drizzle"),
    },
  },
};

/** Ends tests that hang. Generous, because a loaded machine can be ten times slower. */
const timeouts = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

/** workerd reports intentionally closed sockets as unhandled errors. */
const EXPECTED_AFTER_CLOSE = ["Stream was cancelled.", "This socket has been closed."];

/** Slow tests: the real wrangler, other programs, deploys, and the whole program's types. */
const OPERATIONS = [
  "ops/**/*.wrangler.test.ts",
  "ops/{maintenance,setup-*,traffic}.test.ts",
  "tests/commands/*.test.ts",
  "tests/runner/*.test.ts",
  "tools/documents/events.test.ts",
];

export default defineConfig({
  test: {
    silent: "passed-only",
    globalSetup: ["./tests/support/global-cloud.ts"],
    onUnhandledError: (error) => (EXPECTED_AFTER_CLOSE.includes(error.message) ? false : undefined),
    projects: [
      {
        ...shared,
        plugins: [inlineScript(), publicPaths()],
        define: { __VERSION__: '"0.0.0"', __COMMIT__: '"test"', __BUILT_AT__: '"2026-01-01"' },
        test: {
          name: "unit",
          environment: "node",
          include: ["{app,local,ops,packages,tests,tools,drizzle,workers}/**/*.test.{ts,tsx}"],
          exclude: [
            "**/node_modules/**",
            "**/*.worker.test.ts",
            "**/*.nightly.test.ts",
            ...OPERATIONS,
          ],
          ...timeouts,
          setupFiles: ["./tests/support/seeded-properties.ts"],
          // Loading the modules again for each file would double the time; Vitest restores mocks after each.
          pool: "threads",
          isolate: false,
          // Concurrent tests mostly wait.
          maxConcurrency: 50,
        },
      },
      ...[
        { name: "operations", include: OPERATIONS },
        { name: "nightly", include: ["{ops,tests}/**/*.nightly.test.ts"] },
      ].map((project) => ({
        ...shared,
        test: { ...timeouts, ...project, environment: "node", testTimeout: 180_000 },
      })),
      {
        ...shared,
        plugins: [
          publicPaths(),
          cloudflareTest(async ({ inject }) => {
            await fetch(inject("cloudStarter"));
            return {
              wrangler: { configPath: "./wrangler.toml" },
              miniflare: {
                bindings: inject("siteVariables"),
                hyperdrives: { HYPERDRIVE: inject("workerDatabaseUrl") },
              },
            };
          }),
        ],
        test: {
          name: "worker",
          include: ["{app,tests,workers}/**/*.worker.test.ts"],
          // Bundled as in the build: pg is CommonJS that requires an ES module, the others are large.
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                include: ["pg", "stripe", "@supabase/ssr", "@supabase/supabase-js"],
                rolldownOptions: { external: [...builtinModules, /^(node|cloudflare):/] },
              },
            },
          },
          ...timeouts,
          // As for unit: a Miniflare and all modules for each file would double the time.
          isolate: false,
        },
      },
    ],
  },
});
