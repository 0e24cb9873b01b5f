/** Writes a Brotli and a gzip copy of each text file of the built client, so the server compresses nothing. */
import { chmod, readFile, readdir, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(?:js|mjs|css|html|svg|json|txt|xml|webmanifest|map|wasm|ttf|dic)$/;
/** Smaller files fit into one packet anyway. */
const SMALLEST_BYTES = 1_000;
const AT_ONCE = 4;

/** Compresses everything under `directory`. @returns how many files got copies */
export async function precompress(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  let compressed = 0;
  const next = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      const content = await readFile(file);
      if (content.length < SMALLEST_BYTES) continue;
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(content, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
        }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      // The file server prefers any existing copy, so a larger one would do harm.
      const { mode } = await stat(file);
      if (brotli.length < content.length) await writeWhole(`${file}.br`, brotli, mode);
      if (gzipped.length < content.length) await writeWhole(`${file}.gz`, gzipped, mode);
      compressed += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return compressed;
}

/** Renamed when complete, so a running server never finds half a file. */
async function writeWhole(file: string, content: Buffer, mode: number): Promise<void> {
  await writeFile(`${file}.draft`, content);
  await chmod(`${file}.draft`, mode);
  await rename(`${file}.draft`, file);
}

if (import.meta.main) {
  const directory = path.resolve(import.meta.dirname, "../build/client");
  console.log(`Compressed ${await precompress(directory)} files.`);
  // Tells `npm start` that everything is compressed. A build empties the directory.
  await writeFile(path.join(directory, ".compressed"), "");
}
