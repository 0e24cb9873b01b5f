import { describe, expect, it, vi } from "vitest";
import { buildDocx } from "../docx/build-docx.ts";
import { detectFormat } from "./detect-format.ts";
import { openDocx } from "../docx/docx-package.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { readManuscript } from "./read-manuscript.ts";
import { readRtf } from "./read-rtf.ts";
import { readTex, readTexZip } from "./read-tex.ts";
import { advise, asRefusal, knowingFormat, refusal, type Refusal } from "./refusal.ts";
import { acceptAll, rejectAll } from "../docx/revise-docx.ts";
import { openZip, readPart, rewriteZip, writeZip } from "../docx/zip.ts";

const refusalOf = (bytes: Buffer, name: string): Refusal | null => {
  try {
    const found = detectFormat(bytes, name);
    knowingFormat(found.format, () => readManuscript(bytes, found));
    return null;
  } catch (error) {
    return asRefusal(error, name);
  }
};
const withPart = (name: string, change: (xml: string) => string): Buffer => {
  const zip = openZip(buildDocx({ paragraphs: [{ text: "hello world" }] }));
  return rewriteZip(zip, new Map([[name, Buffer.from(change(readPart(zip, name)?.toString() ?? ""))]]));
};

describe("refusing a file", () => {
  it.each(["x.docx", "x.doc", "x.odt", "x.pdf", "x.rtf"])("doesn't treat one byte called %s as text", (name) => {
    expect(refusalOf(Buffer.from("P"), name)).toMatchObject({
      code: "damaged",
      message: "This file is incomplete: only 1 byte of it arrived.",
    });
    expect(refusalOf(Buffer.from("P"), "x.txt")).toBe(null);
  });

  it("refuses a text far longer than a manuscript by its first bytes", () => {
    const big = Buffer.alloc(60 * 1024 * 1024, "The results of the study. ");
    let decoded = 0;
    // oxlint-disable-next-line typescript/unbound-method -- called below with its own this
    const original = TextDecoder.prototype.decode;
    const spy = vi.spyOn(TextDecoder.prototype, "decode").mockImplementation(function (
      this: TextDecoder,
      ...args: Parameters<typeof original>
    ) {
      decoded += (args[0] as Uint8Array | undefined)?.byteLength ?? 0;
      return original.apply(this, args);
    });
    try {
      expect(refusalOf(big, "x.txt")).toMatchObject({ code: "too-long" });
    } finally {
      spy.mockRestore();
    }
    expect(decoded).toBeLessThan(512 * 1024);
  });

  it("refuses 200,000 styles without reading them", () => {
    const bytes = withPart("word/styles.xml", (xml) =>
      xml.replace(
        "</w:styles>",
        () =>
          `${Array.from({ length: 200_000 }, (_, i) => `<w:style w:type="paragraph" w:styleId="S${i}"><w:name w:val="N${i}"/></w:style>`).join("")}</w:styles>`,
      ),
    );
    const zip = openZip(bytes);
    const entries = new Map(zip.entries);
    const styles = entries.get("word/styles.xml")!;
    // Anything that reads the part fails its CRC check.
    entries.set("word/styles.xml", { ...styles, crc: styles.crc ^ 1 });
    expect(() => openDocx({ ...zip, entries })).toThrow("far more styles than a manuscript needs");
  });

  it("names the file's own program", () => {
    const encrypted = writeZip([
      { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
      { name: "META-INF/manifest.xml", bytes: "<m:manifest xmlns:m='x'><m:encryption-data/></m:manifest>" },
      { name: "content.xml", bytes: "<x/>" },
    ]);
    const macros = writeZip([
      { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
      { name: "Basic/Standard/Module1.xml", bytes: "<x/>" },
      { name: "content.xml", bytes: "<x/>" },
    ]);
    // By content, even under another name.
    for (const name of ["x.odt", "x.docx"])
      for (const bytes of [encrypted, macros]) {
        const found = refusalOf(bytes, name);
        expect(found?.advice).toMatch(/LibreOffice/);
        expect(found?.advice).not.toMatch(/Word/);
      }
    const codes = ["password", "macros", "damaged", "timeout", "too-long", "bomb", "dtd"] as const;
    for (const name of ["x.odt", "x.txt", "x.md", "x.pdf", "x.tex", "x.zip"]) {
      for (const code of codes) {
        if (/txt|md/.test(name) && /password|macros|bomb|dtd/.test(code)) continue;
        if (/tex|zip|pdf/.test(name) && /macros|dtd/.test(code)) continue;
        expect([name, code, advise(refusal(code), name).advice]).not.toEqual([
          name,
          code,
          expect.stringMatching(/Word/),
        ]);
      }
    }
    expect(advise(refusal("password"), "x.docx").advice).toContain("File > Info > Protect Document");
  });
});

describe("files that end too early", () => {
  const whole = "{\\rtf1\\ansi{\\fonttbl{\\f0 Times;}}\\pard One two {\\b three four} five.\\par}";
  it("reports truncated RTF, wherever it's cut", () => {
    expect(readRtf(Buffer.from(whole)).notes).toEqual([]);
    expect(readRtf(Buffer.from(`${whole}\r\n\0`)).notes).toEqual([]);
    for (let to = 40; to < whole.length; to++)
      expect(readRtf(Buffer.from(whole.slice(0, to))).notes.join(" ")).toContain("may be missing from the count");
  });

  it("reports LaTeX without its end", () => {
    expect(readTex("\\begin{document}One two.\\end{document}").notes).toEqual([]);
    expect(readTex("\\begin{document}One two.").notes[0]).toContain("\\end{document}");
    expect(readTex("One two.").notes).toEqual([]);
  });
});

describe("a LaTeX project that includes itself", () => {
  const project = (files: Record<string, string>) =>
    readTexZip(openZip(writeZip(Object.entries(files).map(([name, bytes]) => ({ name, bytes })))));
  const words = (model: ReturnType<typeof project>) => model.paragraphs.reduce((sum, one) => sum + one.words, 0);

  it("counts each text once, and says which file it is", () => {
    const head = "\\documentclass{article}\\begin{document}";
    const own = project({ "main.tex": `${head}One two. \\input{main}\\end{document}` });
    expect(words(own)).toBe(2);
    expect(own.notes[0]).toContain("main.tex would include itself");
    const circle = project({
      "main.tex": `${head}One. \\input{a} \\include{a}\\end{document}`,
      "a.tex": "Two. \\input{b.tex}",
      "b.tex": "Three. \\input{./a}",
    });
    // Twice because it's included twice, but not inside itself.
    expect(words(circle)).toBe(5);
    expect(circle.notes[0]).toContain("a.tex would include itself");
  });
});

describe("fields that lose a half", () => {
  const by = 'w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"';
  const r = (inner: string) => `<w:r>${inner}</w:r>`;
  const mark = (type: string) => r(`<w:fldChar w:fldCharType="${type}"/>`);
  const code = r('<w:instrText xml:space="preserve"> REF fig1 \\h </w:instrText>');
  const text = (one: string) => r(`<w:t xml:space="preserve">${one}</w:t>`);
  const del = (inner: string) => `<w:del ${by}>${inner}</w:del>`;
  const ins = (inner: string) => `<w:ins ${by}>${inner}</w:ins>`;
  const docxOf = (inner: string) =>
    withPart("word/document.xml", (xml) =>
      xml.replace(/<w:body>.*<\/w:body>/s, () => `<w:body><w:p>${inner}</w:p></w:body>`),
    );
  const xmlOf = (bytes: Buffer) => readPart(openZip(bytes), "word/document.xml")?.toString() ?? "";
  const said = (bytes: Buffer) =>
    readDocx(bytes)
      .paragraphs.map((one) => one.text)
      .join("|");

  it.each([
    ["beginning", del(mark("begin")) + code + mark("separate") + text("Figure 1") + mark("end")],
    ["end", mark("begin") + code + mark("separate") + text("Figure 1") + del(mark("end"))],
  ])("leaves no code without its %s when changes are accepted", (_, field) => {
    const bytes = docxOf(text("See ") + field + text(" below."));
    const accepted = xmlOf(acceptAll(bytes));
    expect(accepted).not.toMatch(/instrText|fldChar|<w:r><\/w:r>/);
    expect(said(acceptAll(bytes))).toBe("See Figure 1 below.");
    expect(xmlOf(rejectAll(bytes))).toContain("REF fig1");
  });

  it("leaves none when an inserted beginning is rejected", () => {
    const bytes = docxOf(
      text("See ") + ins(mark("begin")) + code + ins(mark("separate")) + text("Figure 1") + ins(mark("end")),
    );
    expect(xmlOf(rejectAll(bytes))).not.toMatch(/instrText|fldChar/);
    expect(xmlOf(acceptAll(bytes))).toMatch(/instrText/);
  });

  it("keeps whole fields, replaced ones, and halves that were already broken", () => {
    const field = mark("begin") + code + mark("separate") + text("Figure 1") + mark("end");
    const replaced = docxOf(
      del(mark("begin")) + ins(mark("begin")) + code + mark("separate") + text("F") + mark("end") + del(text("x")),
    );
    for (const bytes of [acceptAll(replaced), rejectAll(replaced)])
      expect(xmlOf(bytes).match(/fldChar /g)?.length).toBe(3);
    const half = docxOf(code + field + del(text("x")));
    expect(xmlOf(acceptAll(half)).match(/<w:instrText/g)?.length).toBe(2);
  });
});
