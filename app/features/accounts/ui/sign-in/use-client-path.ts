import { useSession } from "#app/platform/browser/core/session.ts";
import { clientPath } from "../../rules/client-pages.ts";

/** Returns the reader's own address for a client page: editors and support have theirs inside their area. */
export function useClientPath(): (path: string) => string {
  const session = useSession();
  return (path) => clientPath(session, path);
}
