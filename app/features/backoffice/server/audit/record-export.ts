import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { recordReading } from "#app/platform/server/core/facts.ts";

type Args = { actor: Actor; params: Record<string, string> };
type Handle = (request: Request, args: Args) => Promise<Response> | Response;

/** Parts of a list's URL that affect its display, not its contents. */
const NOT_FILTERS = ["sort", "page"];

/**
 * A list that staff download as a file, with every download in the audit trail. A refused one isn't: nothing left the
 * house. @param list its name there
 */
export const recordedExport =
  (list: string, handle: Handle): Handle =>
  async (request, args) => {
    const file = await handle(request, args);
    const filters = [...new URL(request.url).searchParams].filter(
      ([name, value]) => value && !NOT_FILTERS.includes(name),
    );
    try {
      if (may(args.actor, "care"))
        await recordReading(args.actor, "access.list_exported", {
          data: { list, filters: [...new Set(filters.map(([name]) => (name === "q" ? "search" : name)))].toSorted() },
        });
    } catch (error) {
      // If the export can't be recorded, don't send it.
      await file.body?.cancel();
      throw error;
    }
    return file;
  };
