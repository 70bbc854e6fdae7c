/** Serves the page of all components. It is no part of the product's build, so production has it nowhere. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import { createServer } from "vite";

const APP = path.join(import.meta.dirname, "../../app");

/** Something may lie over the page: `?open=<one of these>`. */
export const OVERLAYS = ["dialog", "busy-dialog", "menu", "toast"] as const;

export interface ServedCatalogue {
  /** With a slash at its end. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a Vite server of its own on `port`; 0 takes any that is free. */
export async function serveCatalogue(port = 0): Promise<ServedCatalogue> {
  const cacheDir = mkdtempSync(path.join(os.tmpdir(), "selvedge-catalogue-"));
  const server = await createServer({
    configFile: false,
    root: import.meta.dirname,
    cacheDir,
    logLevel: "warn",
    resolve: { alias: { "~": APP } },
    plugins: [tailwindcss()],
    server: { host: "127.0.0.1", port, hmr: false },
  });
  await server.listen();
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error("The page of components has no address");
  return {
    url,
    stop: async () => {
      await server.close();
      rmSync(cacheDir, { recursive: true, force: true });
    },
  };
}
