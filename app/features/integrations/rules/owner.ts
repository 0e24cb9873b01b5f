/** In whose account keys act, and whose webhooks they are. Another kind is a row here, in can.ts, and in the columns' checks. */
export const OWNER_KINDS = ["person"] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];
export type Owner = { ownerKind: OwnerKind; ownerId: string };

/** Whose a key is. Those of organizations and partners act in an account that nobody can sign in to. */
export const HOLDER_KINDS = ["person", "organization", "partner"] as const;
export type HolderKind = (typeof HOLDER_KINDS)[number];
