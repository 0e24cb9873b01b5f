import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";

/** The part of a request or an offer that permissions are decided on. */
type Owned = { userId: string };
type Asked = { editorId: string | null };

const verifiedUid = (actor: Actor): string | null =>
  actor.kind === "person" && actor.emailVerified ? actor.uid : null;

/** Who may do what with a request for a custom quote. The flow checks the state. */
export const can = {
  view: (actor: Actor, quote: Owned) => verifiedUid(actor) === quote.userId || may(actor, "care"),
  /** Accept, counter, decline, withdraw: only the author. */
  answer: (actor: Actor, quote: Owned) => verifiedUid(actor) === quote.userId,
  /** Nobody answers their own request. */
  reply: (actor: Actor, quote: Owned) => may(actor, "care") && verifiedUid(actor) !== quote.userId,
  agree: (actor: Actor, offer: Asked) =>
    actor.kind === "person" && actor.isEditor && offer.editorId !== null && verifiedUid(actor) === offer.editorId,
};

/** Whose price limits apply. */
export const pricesAs = (actor: Actor): "support" | "admin" => (may(actor, "prices") ? "admin" : "support");
