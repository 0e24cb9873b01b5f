import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const FEATURES = path.resolve(import.meta.dirname, "../../app/features");

export type FoundCommand = { name: string; feature: string; file: string };

/** All server files of the features, without tests. */
function serverFiles(): string[] {
  return readdirSync(FEATURES, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /\/server(?:\/|$)/.test(entry.parentPath) &&
        entry.name.endsWith(".ts") &&
        !entry.name.endsWith(".test.ts"),
    )
    .map((entry) => path.join(entry.parentPath, entry.name));
}
const featureOf = (file: string): string => path.relative(FEATURES, file).split(path.sep)[0]!;

/** Every exported command by name, found in the source. */
export function exportedCommands(): ReadonlyMap<string, FoundCommand> {
  const found = new Map<string, FoundCommand>();
  for (const file of serverFiles())
    for (const [, name] of readFileSync(file, "utf8").matchAll(
      // The commands that all versions have are made by `versions`, those of what's agreed about orders by `agreement`.
      /^export const (\w+) = (?:command\(|\w+\.(?:takeBack|discard|agree|decline|withdraw);$|\w+\.ending\()/gm,
    ))
      found.set(name!, { name: name!, feature: featureOf(file), file });
  return found;
}

/** Exported functions that wrap a command, such as one that reads a file between two transactions. */
export function wrappedCommands(): ReadonlyMap<string, FoundCommand> {
  const found = new Map<string, FoundCommand>();
  for (const file of serverFiles()) {
    const text = readFileSync(file, "utf8");
    if (!/^const \w+ = command\(/m.test(text)) continue;
    for (const [, fn, arrow] of text.matchAll(
      /^export (?:async function (\w+)\(\s*actor: Actor,\s*input\b|const (\w+) = \(actor: Actor, input\b)/gm,
    )) {
      const name = (fn ?? arrow)!;
      found.set(name, { name, feature: featureOf(file), file });
    }
  }
  return found;
}
