import { expect, test } from "vitest";
import { readRtf } from "./read-rtf.ts";
import { readTex } from "./read-tex.ts";

const tex = (name: string) =>
  readTex(`\\documentclass{article}\\begin{document}One \\${name}{two} three.\\end{document}`);
const rtf = (name: string) => readRtf(Buffer.from(`{\\rtf1\\ansi One \\${name} two three.}`));

test.each(["constructor", "toString", "valueOf", "hasOwnProperty"])(
  "treats a command named %s, like a property that every object inherits, as unknown",
  (name) => {
    expect(tex(name)).toEqual(tex("unheardof"));
    expect(rtf(name)).toEqual(rtf("unheardof"));
  },
);
