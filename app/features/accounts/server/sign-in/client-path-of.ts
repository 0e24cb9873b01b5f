import type { Actor } from "#app/platform/rules/core/actor.ts";
import { clientPath } from "../../rules/client-pages.ts";

/** The address at which this actor opens a client page. Visitors get the client's. */
export const clientPathOf = (actor: Actor, path: string): string =>
  clientPath(actor.kind === "person" ? actor : null, path);
