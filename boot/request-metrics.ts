import * as build from "virtual:react-router/server-build";
import { endpoints } from "#app/endpoints.ts";
import { routeLabels } from "#app/platform/rules/requests/route-label.ts";
import { measureProcess, metrics } from "#app/platform/server/core/metrics.ts";

/** The patterns of every page and endpoint, for metrics. */
const labelOf = routeLabels([...endpoints.map(({ path: at }) => at), ...pagePatterns()]);

function pagePatterns(): string[] {
  const { routes: all } = build;
  return Object.values(all).flatMap((route) => {
    if (!route || (route.path === undefined && !route.index)) return [];
    const parts: string[] = [];
    for (let it: typeof route | undefined = route; it; it = it.parentId === undefined ? undefined : all[it.parentId])
      parts.unshift(...(it.path ?? "").split("/").filter((part) => part !== ""));
    return [`/${parts.join("/")}`];
  });
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** A URL's pattern, without anybody's ids. A page's data counts as the page. */
export function routeOf(url: string): string {
  const pathname = (url.split(/[?#]/, 1)[0] ?? "").replace(/\.data$/, "");
  return pathname.startsWith("/assets/") ? "/assets/*" : labelOf(pathname);
}

/** Counts a request when its response has ended. @param seconds duration */
export function observeRequest(method: string, url: string, status: number, seconds: number): void {
  metrics().requests.observe(
    {
      method: METHODS.has(method) ? method : "other",
      route: routeOf(url),
      status: String(status),
    },
    seconds,
  );
}

/** This process's metrics in Prometheus format. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
  const { registry } = metrics();
  measureProcess();
  return { type: registry.contentType, text: await registry.metrics() };
}
