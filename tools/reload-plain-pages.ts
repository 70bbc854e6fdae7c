import type { Plugin } from "vite";

/** In development, tells pages without React that a module of the server changed (`app/ui/reload-on-change.ts`). */
export function reloadPlainPages(): Plugin {
  return {
    name: "reload-plain-pages",
    apply: "serve",
    hotUpdate({ server, modules }) {
      if (this.environment.name !== "ssr" || modules.length === 0) return;
      server.environments.client.hot.send({ type: "custom", event: "server-change" });
    },
  };
}
