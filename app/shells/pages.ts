import type { ServerBuild } from "react-router";

let known: Promise<ReadonlySet<string>> | undefined;

async function read(): Promise<ReadonlySet<string>> {
  const { routes } = (await import("virtual:react-router/server-build")) as ServerBuild;
  const paths = new Set<string>();
  for (const route of Object.values(routes)) {
    if (!route || (route.path === undefined && !route.index)) continue;
    const parts: string[] = [];
    for (let at: typeof route | undefined = route; at; at = at.parentId ? routes[at.parentId] : undefined)
      if (at.path) parts.unshift(at.path);
    paths.add(`/${parts.join("/")}`);
  }
  return paths;
}

/** The paths of existing pages, as in app/routes.ts. Menus and footers link only to these. */
export function existingPages(): Promise<ReadonlySet<string>> {
  // Routes change during development, so read them each time. In production, read them once.
  if (import.meta.env.DEV) return read();
  return (known ??= read());
}
