/** Parses JSON; null if it's invalid. The caller checks its shape. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
