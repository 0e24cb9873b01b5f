/**
 * Text from outside as the database can store it: without NUL characters, and with every lone surrogate replaced by
 * U+FFFD. PostgreSQL refuses both, in text and in JSON, and neither means anything to a reader.
 */
export const cleanText = (text: string): string =>
  (text.includes("\0") ? text.replaceAll("\0", "") : text).toWellFormed();

/**
 * Parsed JSON with all of its strings and keys cleaned. Arrays and objects are copied; anything else is returned as it
 * is.
 */
export function cleanJson(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanJson);
  if (value === null || typeof value !== "object") return value;
  // fromEntries defines its keys: "__proto__" becomes a property like any other.
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [cleanText(key), cleanJson(of)]));
}
