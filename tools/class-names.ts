/** The names that the classes of CSS modules get in a build. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";

const LEAST_CHARACTERS = 3;
const key = (file: string): string => BigInt(`0x${createHash("sha256").update(file).digest("hex")}`).toString(36);

/**
 * Short names, such as `_k3f_c`: a hash of the file's path, no longer than it takes to tell the modules apart, and the
 * class's number in its file. Names of the usual kind (class, hash, and line) take three times as much, in styles,
 * markup, and scripts. A module's names depend on nothing in other files, so their cached builds stay valid, and the
 * browser's and the server's build agree.
 * @param root where the CSS modules are
 * @returns the name in the build of the class `name` of `file`. It throws for a file that isn't under `root`
 */
export function shortClassNames(root: string): (name: string, file: string) => string {
  const keys = new Map(
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((it) => it.endsWith(".module.css"))
      .map((it) => [path.join(root, it), key(it.replaceAll("\\", "/"))]),
  );
  const numbers = new Map<string, Map<string, string>>();
  return (name, file) => {
    const whole = keys.get(path.normalize(file));
    if (whole === undefined) throw new Error(`${file} is not a CSS module under ${root}.`);
    let length = LEAST_CHARACTERS;
    while ([...keys.values()].some((it) => it !== whole && it.startsWith(whole.slice(0, length)))) length += 1;
    const ofFile = numbers.get(whole) ?? new Map<string, string>();
    numbers.set(whole, ofFile);
    const number = ofFile.get(name) ?? ofFile.size.toString(36);
    ofFile.set(name, number);
    return `_${whole.slice(0, length)}_${number}`;
  };
}
