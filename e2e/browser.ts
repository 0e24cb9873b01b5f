import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import type { BrowserContext } from "@playwright/test";

/** Chromium without network access, as any user. */
export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The browser for the tests: CHROMIUM if set, otherwise the one from npm (Linux x64), otherwise the system's. The one
 * from npm is the same everywhere. It's a headless shell, which opens a page in a quarter of a full Chromium's time.
 */
export async function browserPath(): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const packaged = await unpackedBrowser();
  if (packaged) return packaged;
  const found = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((p) => existsSync(p));
  if (found) return found;
  // Without this, the package leaves out the shared libraries that a bare system lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs24.x";
  const { default: withLibraries } = await import("@sparticuz/chromium");
  return withLibraries.executablePath();
}

/**
 * A headless browser puts its pointer in the corner of each new page. This is for tests of pages that nobody has
 * interacted with.
 */
export const withoutPointer = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const ignore = (event: PointerEvent) => {
      if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
    };
    addEventListener("pointerover", ignore, { capture: true });
  });

/** Unpacks the browser from npm once and returns its path, or undefined if it can't run here. */
async function unpackedBrowser(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const root = path.join(path.dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..");
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  const file = path.resolve(import.meta.dirname, `../node_modules/.cache/browser/chromium-${version}`);
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    // Renamed when complete, so another run never starts half a browser.
    const draft = `${file}.${process.pid}`;
    await pipeline(
      createReadStream(path.join(root, "bin/chromium.br")),
      createBrotliDecompress({ chunkSize: 2 ** 21 }),
      createWriteStream(draft, { mode: 0o755 }),
    );
    renameSync(draft, file);
  }
  return spawnSync(file, ["--version"], { timeout: 20_000 }).status === 0 ? file : undefined;
}
