/** What a text says as JSON; null where it is none. The caller checks its shape. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
