import { builtinModules } from "node:module";
import path from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import "./tests/support/cloud-urls.ts";

/** As in tsconfig.json, which leaves the tests to tsconfig.node.json. */
const shared = {
  resolve: {
    alias: {
      "~": path.join(import.meta.dirname, "app"),
      "#drizzle": path.join(import.meta.dirname, "drizzle"),
    },
  },
};

/** workerd reports a socket that was closed on purpose as if nobody had handled it. */
const EXPECTED_AFTER_CLOSE = ["Stream was cancelled.", "This socket has been closed."];

export default defineConfig({
  test: {
    silent: "passed-only",
    globalSetup: ["./tests/support/global-cloud.ts"],
    onUnhandledError: (error) => (EXPECTED_AFTER_CLOSE.includes(error.message) ? false : undefined),
    projects: [
      {
        ...shared,
        test: {
          name: "unit",
          environment: "node",
          include: ["{app,local,ops,packages,tests,tools,drizzle,workers}/**/*.test.{ts,tsx}"],
          exclude: [
            "**/node_modules/**",
            "**/*.worker.test.ts",
            "**/*.wrangler.test.ts",
            "**/*.nightly.test.ts",
          ],
          testTimeout: 15_000,
        },
      },
      // With the real wrangler, which takes a second a command; and builds and whole copies of the product.
      ...[
        { name: "operations", include: ["ops/**/*.wrangler.test.ts"] },
        { name: "nightly", include: ["{ops,tests}/**/*.nightly.test.ts"] },
      ].map((project) => ({
        ...shared,
        test: { ...project, environment: "node", testTimeout: 180_000, hookTimeout: 60_000 },
      })),
      {
        ...shared,
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: inject("siteVariables"),
              hyperdrives: { HYPERDRIVE: inject("workerDatabaseUrl") },
            },
          })),
        ],
        test: {
          name: "worker",
          include: ["{app,tests,workers}/**/*.worker.test.ts"],
          // Bundled as the build does it: pg is CommonJS that requires an ES module, the rest is large.
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                include: ["pg", "stripe", "@supabase/ssr", "@supabase/supabase-js"],
                rolldownOptions: { external: [...builtinModules, /^(node|cloudflare):/] },
              },
            },
          },
          testTimeout: 15_000,
        },
      },
    ],
  },
});
