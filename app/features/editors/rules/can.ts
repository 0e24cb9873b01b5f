import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";

const isThisEditor = (actor: Actor, editorId: string): boolean =>
  actor.kind === "person" && actor.emailVerified && actor.isEditor && actor.uid === editorId;

/** Permissions on an editor's profile and settings. Editors can't see each other's. */
export const can = {
  viewProfile: (actor: Actor, editorId: string) => isThisEditor(actor, editorId) || may(actor, "people"),
  editProfile: (actor: Actor, editorId: string) => isThisEditor(actor, editorId) || may(actor, "people"),
  /** Only editors themselves may change their workload and hours. */
  setMatching: (actor: Actor, editorId: string) => isThisEditor(actor, editorId),
  /** Editors keep snippets, each their own. */
  keepSnippets: (actor: Actor, editorId: string) => isThisEditor(actor, editorId),
  /** Only editors themselves decide what the public sees about them. */
  publish: (actor: Actor, editorId: string) => isThisEditor(actor, editorId),
  /** Set the level, pause, or resume; nobody decides about themselves. True, or why not. */
  stand: (actor: Actor, editorId: string): true | string => {
    if (!may(actor, "people")) return "Only admins can change an editor's level or pause.";
    return actor.uid !== editorId || "Another admin has to decide about you.";
  },
  sign: (actor: Actor, editorId: string) => isThisEditor(actor, editorId),
};
