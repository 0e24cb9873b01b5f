/** How a stored file is damaged: it differs from what was stored, or it's gone. */
export type Damage = "changed" | "missing";

export const DAMAGE_WORDS: Readonly<Record<Damage, string>> = {
  changed: "isn't what was stored",
  missing: "is missing",
};
