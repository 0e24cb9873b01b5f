import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { precompress } from "./precompress.ts";

test("text gets both copies with the same content, while pictures and tiny files get none", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "stet-precompress-"));
  try {
    mkdirSync(path.join(folder, "assets"));
    const script = "export const manuscript = 'word';\n".repeat(200);
    writeFileSync(path.join(folder, "assets/app.js"), script);
    writeFileSync(path.join(folder, "assets/tiny.js"), "1");
    writeFileSync(path.join(folder, "picture.png"), Buffer.alloc(5_000));
    expect(await precompress(folder)).toBe(1);
    expect(brotliDecompressSync(readFileSync(path.join(folder, "assets/app.js.br"))).toString()).toBe(script);
    expect(gunzipSync(readFileSync(path.join(folder, "assets/app.js.gz"))).toString()).toBe(script);
    expect(
      ["assets/tiny.js.br", "picture.png.br", "picture.png.gz"].filter((file) => existsSync(path.join(folder, file))),
    ).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
