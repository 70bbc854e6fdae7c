import type { Plugin } from "vite";

const ROUTE_IMPORT = /^import \* as (\w+) from ("[^"]+");?$/gm;

/**
 * In development, imports all routes at once. Vite's module runner awaits one static import before it
 * requests the next, so the first page would wait for 230 round trips; delete this when it requests them
 * together.
 */
export function loadRoutesTogether(): Plugin {
  return {
    name: "load-routes-together",
    apply: "serve",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform: {
      filter: { id: /virtual:react-router\/server-build$/ },
      handler(code) {
        const imports = [...code.matchAll(ROUTE_IMPORT)];
        const names = imports.map(([, name]) => name).join();
        const modules = imports.map(([, , file]) => `import(${file})`).join();
        const first = `const [${names}] = await Promise.all([${modules}]);`;
        return { code: `${first}\n${code.replaceAll(ROUTE_IMPORT, "")}`, map: null };
      },
    },
  };
}
