/** A text file with front matter: lines of "name: value" between two lines of three hyphens, then the body. */
export type WithFrontMatter = { head: Readonly<Record<string, string>>; body: string };

/**
 * Splits a file into front matter and body. Without front matter, everything is body.
 * @throws RangeError if the front matter isn't closed, or one of its lines isn't "name: value"
 */
export function readFrontMatter(text: string): WithFrontMatter {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines[0] !== "---") return { head: {}, body: text };
  const end = lines.indexOf("---", 1);
  if (end === -1) throw new RangeError("The head of this file is not closed");
  const head: Record<string, string> = {};
  for (const line of lines.slice(1, end)) {
    if (line.trim() === "") continue;
    const at = line.indexOf(":");
    if (at < 1) throw new RangeError(`Not "name: value": ${line}`);
    head[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return {
    head,
    body: lines
      .slice(end + 1)
      .join("\n")
      .trim(),
  };
}
