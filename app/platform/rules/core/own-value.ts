/**
 * A table's own value under an untrusted key; undefined for any other key. Plain indexing would also find inherited
 * properties such as "constructor".
 */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
