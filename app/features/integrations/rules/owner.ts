/** Whose keys and webhooks they are. Another kind of owner is a row here, in can.ts, and in the columns' checks. */
export const OWNER_KINDS = ["person"] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];
export type Owner = { ownerKind: OwnerKind; ownerId: string };
