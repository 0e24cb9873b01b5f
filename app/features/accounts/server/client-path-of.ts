import type { Actor } from "#app/platform/rules/core/actor.ts";
import { clientPath } from "../rules/client-pages.ts";

/** Where this actor opens a client page; a visitor as a client would. */
export const clientPathOf = (actor: Actor, path: string): string =>
  clientPath(actor.kind === "person" ? actor : null, path);
