import { expect, test } from "vitest";
import { readRtf } from "./read-rtf.ts";
import { readTex } from "./read-tex.ts";

test("a command named like something that every object inherits is an unknown command", () => {
  const tex = JSON.stringify(
    readTex(String.raw`\documentclass{article}\begin{document}One \constructor{two} \toString three.\end{document}`),
  );
  const rtf = JSON.stringify(readRtf(Buffer.from(String.raw`{\rtf1\ansi One \constructor two \valueOf three.}`)));
  expect(tex).toContain("three");
  expect(rtf).toContain("three");
  expect(tex + rtf).not.toContain("function");
});
