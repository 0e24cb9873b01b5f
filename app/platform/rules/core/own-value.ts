/**
 * What a table itself holds under a key from outside; undefined for any other key. Plain indexing would find what every object inherits:
 * a table has a "constructor" that no list contains.
 */
export const ownValue = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
