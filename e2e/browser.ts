import { existsSync } from "node:fs";

/** Chromium on a closed network, as any user. */
export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The browser of the journeys: CHROMIUM, else the system's, else the one that comes from npm (Linux x64; unpacked at first use). */
export async function browserPath(): Promise<string> {
  const found = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (p) => p && existsSync(p),
  );
  if (found) return found;
  // Without this the package leaves out the shared libraries that a bare system lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs24.x";
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}
