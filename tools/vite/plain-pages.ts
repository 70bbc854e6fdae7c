import path from "node:path";
import type { Plugin } from "vite";
import { saysInHandle } from "./route-table.ts";

/** A hook, except those that only read what the server knows, or an event handler. */
const NEEDS_REACT =
  /\buse(?!(?:Id|Location|Params|Matches|Memo|Context|(?:Route)?LoaderData|ActionData)\b)[A-Z]\w*(?=[(<])|\bon[A-Z]\w*(?==\{)/g;

/** The hooks and event handlers in a module. */
export function findHooks(code: string): string[] {
  return [...new Set(code.match(NEEDS_REACT))];
}

/** The hooks and event handlers of a plain page's module: they never run in the browser. */
export function findDeadCode(code: string): string[] {
  return saysInHandle(code, "plain") ? findHooks(code) : [];
}

/**
 * In development, reloads plain pages after a change (`app/ui/reload-on-change.ts`), and warns of what is
 * dead on them.
 */
export function plainPages(): Plugin {
  return {
    name: "plain-pages",
    apply: "serve",
    enforce: "pre",
    transform(code, id) {
      const file = path.relative(import.meta.dirname, id).replace("../../", "");
      if (this.environment.name !== "ssr" || !file.startsWith("app/routes/")) return;
      const dead = findDeadCode(code);
      if (dead.length === 0) return;
      this.environment.logger.warn(
        `${file} says it is plain, so these never run in the browser: ${dead.join(", ")}. Remove them, or \`plain\`.`,
      );
    },
    hotUpdate({ server, modules }) {
      if (this.environment.name !== "ssr" || modules.length === 0) return;
      server.environments.client.hot.send({ type: "custom", event: "server-change" });
    },
  };
}
