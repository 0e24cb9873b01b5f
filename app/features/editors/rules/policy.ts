import { type Actor, isAdmin } from "#app/platform/rules/actor.ts";

const isThisEditor = (actor: Actor, editorId: string): boolean =>
  actor.kind === "person" && actor.emailVerified && actor.isEditor && actor.uid === editorId;

/** Who may do what with an editor's profile and settings. An editor knows nothing of another editor's. */
export const can = {
  viewProfile: (actor: Actor, editorId: string) => isThisEditor(actor, editorId) || isAdmin(actor),
  editProfile: (actor: Actor, editorId: string) => isThisEditor(actor, editorId) || isAdmin(actor),
  /** How much somebody works and when they sleep is theirs alone to say. */
  setMatching: (actor: Actor, editorId: string) => isThisEditor(actor, editorId),
  sign: (actor: Actor, editorId: string) => isThisEditor(actor, editorId),
};
