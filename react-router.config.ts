import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Ships the complete route manifest with the page, so no endpoint has to serve parts of it.
  routeDiscovery: { mode: "initial" },
  // The Worker decides before the router (workers/request-gate.ts), which would also refuse `Origin: null`.
  allowedActionOrigins: ["**"],
  future: {
    v8_middleware: true,
    v8_splitRouteModules: false,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
