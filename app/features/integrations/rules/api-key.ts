import type { Scope } from "./scopes.ts";

/** How every key begins, so that scanners of source code find one that was published by mistake. */
export const KEY_MARK = "stet_";
/** Letters and digits after the mark: 238 random bits. */
export const KEY_LENGTH = 40;
/** How many of a key's characters are kept, from its beginning. */
export const SHOWN = KEY_MARK.length + 4;
/** The most keys that somebody can have at once. */
export const MOST_KEYS = 20;
export const MAX_KEY_NAME = 60;
/** How long a key can be valid, in days; "" for no end. */
export const KEY_LIVES = ["30", "90", "365", ""] as const;

const SHAPE = new RegExp(`^${KEY_MARK}[0-9A-Za-z]{${KEY_LENGTH}}$`);
export const isKeyShaped = (text: string): boolean => SHAPE.test(text);

/** A key as its owner sees it. Dates are ISO. */
export type KeyView = {
  id: string;
  name: string;
  scopes: Scope[];
  shown: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  state: "active" | "expired" | "revoked";
};
