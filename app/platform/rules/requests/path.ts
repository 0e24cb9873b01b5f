/** A path the way the router compares it: segments decoded once, without empty ones. Callers ignore case themselves. */
export function segmentsOf(pathname: string): string[] {
  return pathname
    .split("/")
    .filter((s) => s !== "")
    .map((s) => {
      try {
        return decodeURIComponent(s);
      } catch {
        return s;
      }
    });
}

/** Whether a path is one of these or below one: "/editor-agreement" isn't below "/editor". */
export function isOneOrBeneath(pathname: string, paths: readonly string[]): boolean {
  const asked = segmentsOf(pathname).map((s) => s.toLowerCase());
  return paths.some((path) => {
    const of = segmentsOf(path);
    return of.length > 0 && of.every((s, i) => s === asked[i]);
  });
}
