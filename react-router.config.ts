import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  routeDiscovery: { mode: "initial" },
  // Our pages' actions in the browser are a few lines each: files of their own would cost requests, and a sixth of the
  // build.
  splitRouteModules: false,
} satisfies Config;
