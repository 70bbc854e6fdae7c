import { gzipSync } from "node:zlib";
import { build, type Plugin } from "vite";
import { expect, test } from "vitest";

const BUDGET_BYTES = 450;

/** The inline script of every page, as vite.config.ts builds it. */
async function buildScript(plugins: Plugin[] = []): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    resolve: { tsconfigPaths: true },
    plugins,
    build: {
      lib: { entry: "app/ui/behaviors/after-parse.ts", formats: ["iife"], name: "inlineScript" },
      write: false,
      minify: true,
    },
  });
  const bundles = [built].flat().flatMap((bundle) => ("output" in bundle ? bundle.output : []));
  return bundles.map((chunk) => (chunk.type === "chunk" ? chunk.code : "")).join("");
}

const withoutVitals: Plugin = {
  name: "without-vitals",
  transform: (_, id) =>
    id.endsWith("/report-vitals.ts") ? "export function reportVitals() {}" : undefined,
};

test(`web vitals add at most ${BUDGET_BYTES} bytes to a page`, async () => {
  const measured = await buildScript();
  const plain = await buildScript([withoutVitals]);
  expect(measured).toContain("/vitals-report");
  expect(plain).not.toContain("/vitals-report");
  const size = (code: string) => gzipSync(code, { level: 9 }).length;
  expect(size(measured) - size(plain)).toBeLessThanOrEqual(BUDGET_BYTES);
});
