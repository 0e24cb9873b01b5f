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

/** The paths that have a page, as app/routes.ts writes them. Menus and footers name no others. */
export function existingPages(): Promise<ReadonlySet<string>> {
  // Routes come and go while they are being written; in production they are read once.
  if (import.meta.env.DEV) return read();
  return (known ??= read());
}
