/** An editor on a client's list, with how many orders they took. */
export type ListedEditor = {
  uid: string;
  displayName: string;
  headline: string;
  kind: "preferred" | "backup" | "blocked";
  orders: number;
};

/** An editor who worked for a client and isn't on the list. */
export type KnownEditor = { uid: string; displayName: string; orders: number };
