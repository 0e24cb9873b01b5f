import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const PUBLIC = path.resolve(import.meta.dirname, "../../../public");
type Icon = { src: string; sizes: string; type: string; purpose?: string };
const { icons, ...manifest } = JSON.parse(readFileSync(path.join(PUBLIC, "site.webmanifest"), "utf8")) as {
  icons: Icon[];
} & Record<string, unknown>;

/** The width and height from a PNG's header. */
const sizeOf = (file: string): string => {
  const bytes = readFileSync(file);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
};

describe("the web app manifest", () => {
  test("has what a phone needs to install the site", () => {
    expect(manifest).toMatchObject({ start_url: "/", scope: "/", display: "standalone" });
    const has = (sizes: string, purpose?: string) =>
      icons.some((it) => it.sizes === sizes && it.type === "image/png" && it.purpose === purpose);
    expect([has("192x192"), has("512x512"), has("512x512", "maskable")]).toEqual([true, true, true]);
  });
  test.each(icons.map((icon) => [icon.src, icon] as const))(
    "%s exists in the declared size",
    (src, { sizes, type }) => {
      const file = path.join(PUBLIC, src);
      expect(existsSync(file)).toBe(true);
      if (type === "image/png") expect(sizeOf(file)).toBe(sizes);
    },
  );
});
