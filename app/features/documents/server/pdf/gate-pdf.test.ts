import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import PdfDocument from "pdfkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { annotatedPdf, annotationOf, markOf, pdfOf, rewrittenPdf, updatedPdf } from "#boot/testing/pdf-files.ts";
import { gateObjection } from "#app/features/orders/rules/work/gate-outcome.ts";
import type { GateResult } from "../../rules/docx/change-stats.ts";
import { gatePdf } from "./gate-pdf.ts";

const LINES = [
  ["Soil moisture governs the exchange of water.", "We measured it at twelve sites."],
  ["The sensors agreed with the cores at ten sites.", "They drifted at two of them after heavy rain."],
  ["We conclude that sensors need care."],
];
const SOURCE = pdfOf(LINES);
const NOTE = annotationOf("Text", "/Rect[50 700 70 720]/Contents(Please check this figure.)");
const STRIKE = annotationOf("StrikeOut", `${markOf(0, 95, 141)}/Contents(Delete)`);

let folder = "";
beforeAll(() => (folder = mkdtempSync(path.join(os.tmpdir(), "stet-pdf-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function gate(copy: Buffer, source = SOURCE): Promise<GateResult> {
  const [one, two] = [path.join(folder, "one.pdf"), path.join(folder, "two.pdf")];
  writeFileSync(one, source);
  writeFileSync(two, copy);
  const found = await gatePdf(one, two, { editor: "Jonas Weber" });
  if (!found.ok) throw new Error(`${found.code}: ${found.message}`);
  return found;
}
const faults = async (copy: Buffer, source = SOURCE): Promise<string[]> =>
  (await gate(copy, source)).untracked.map(
    ({ section, what, before, after }) => `${section || "File"}: ${what ?? ""} ${before} > ${after}`,
  );

describe("an annotated PDF", () => {
  it("passes if only annotations were added, and lists them with page, kind, author, words, and comment", async () => {
    const found = await gate(
      annotatedPdf(
        annotatedPdf(SOURCE, [NOTE, STRIKE]),
        [annotationOf("FreeText", "/Rect[0 0 9 9]/Contents(Why?)", "Somebody")],
        2,
      ),
    );
    expect(found).toMatchObject({ format: "pdf", passed: true, anotherManuscript: false, stats: { comments: 3 } });
    expect(found.annotations).toEqual([
      { page: 1, kind: "Note", author: "Jonas Weber", text: "Please check this figure.", marked: "", reply: false },
      { page: 1, kind: "Strikethrough", author: "Jonas Weber", text: "Delete", marked: "moisture", reply: false },
      { page: 3, kind: "Text box", author: "Somebody", text: "Why?", marked: "", reply: false },
    ]);
    expect(found.notes).toEqual([expect.stringContaining("as they are: Somebody.")]);
    expect(gateObjection(found, "a.pdf")).toBeNull();
  });

  it("is blocked without annotations, and says what to do", async () => {
    const found = await gate(SOURCE);
    expect(found).toMatchObject({ passed: true, stats: { comments: 0 } });
    expect(gateObjection(found, "a.pdf")).toContain("has no annotations. If you annotated it, save");
  });

  it("is refused if the text of a page was changed, with the page and the words", async () => {
    const copy = rewrittenPdf(annotatedPdf(SOURCE, [NOTE]), 1, [
      "The sensors agreed with the INSERTED cores at ten sites.",
      "They drifted at three of them after heavy rain.",
    ]);
    const found = await gate(copy);
    expect(found.passed).toBe(false);
    expect(found.untracked).toMatchObject([
      {
        section: "Page 2",
        what: "Text was added to the page.",
        after: "INSERTED",
        trailing: expect.stringContaining("cores") as string,
      },
      { section: "Page 2", what: "The text of the page was changed.", before: "two", after: "three" },
    ]);
    expect(gateObjection(found, "a.pdf")).toContain("changes the content of page 2. Annotate, don't edit the pages");
  });

  it.each([
    [
      "text moved",
      rewrittenPdf(SOURCE, 2, LINES[2]!)
        .toString("latin1")
        .replace(/72 720 Td(?! \(Soil)(?! \(The)/g, "92 720 Td"),
      "Text was moved.",
    ],
    ["white text", rewrittenPdf(SOURCE, 2, []).toString("latin1"), "Text was removed from the page."],
    [
      "a drawn box",
      rewrittenPdf(SOURCE, 2, LINES[2]!, "1 g 60 700 300 40 re f").toString("latin1"),
      "Lines or areas were drawn on the page.",
    ],
  ])("is refused for %s", async (_, copy, what) => {
    expect((await faults(Buffer.from(copy, "latin1"))).join()).toContain(what);
  });

  it("is refused if text was made white or hidden", async () => {
    const copy = updatedPdf(SOURCE, {
      9: `<</Length 68>>\nstream\n1 g BT /F1 12 Tf 72 720 Td (We conclude that sensors need care.) Tj ET\nendstream`,
    });
    expect(await faults(copy)).toEqual([expect.stringContaining("Page 3: Text has another color, or was hidden.")]);
  });

  it("is refused if a page was cropped, rotated, removed, or added", async () => {
    const rotated = SOURCE.toString("latin1").replace("/Contents 7 0 R", "/Rotate 90/Contents 7 0 R");
    expect(await faults(Buffer.from(rotated, "latin1"))).toEqual([
      expect.stringContaining("Page 2: The page was cropped, rotated, or resized."),
    ]);
    expect(await faults(pdfOf([LINES[0]!, LINES[2]!]))).toEqual(["Page 2: The page was removed, or moved.  > "]);
    expect(await faults(pdfOf([...LINES, ["Another page."]]))).toEqual(["Page 3: A page was added here.  > "]);
  });

  it("is another manuscript if the pages have other words", async () => {
    const found = await gate(pdfOf([["Nothing here is", "like the author's text"], ["at all"], ["in any way"]]));
    expect(found).toMatchObject({ passed: false, anotherManuscript: true, untracked: [] });
    expect(gateObjection(found, "a.pdf")).toContain("isn't an annotated copy of this manuscript");
  });

  it("lists the author's annotations that are gone or different, to be confirmed", async () => {
    const source = annotatedPdf(SOURCE, [
      annotationOf("Text", "/Rect[50 700 70 720]/Contents(Keep this.)", "Amara"),
      annotationOf("Highlight", markOf(1, 72, 90), "Amara"),
    ]);
    const copy = annotatedPdf(source, [
      annotationOf("Text", "/Rect[50 700 70 720]/Contents(Changed.)", "Amara"),
      NOTE.replace("50 700 70 720", "80 80 90 90"),
    ]);
    const found = await gate(copy, source);
    expect(
      found.findings?.map(({ kind, severity, section, before, after }) => [kind, severity, section, before, after]),
    ).toEqual([
      ["annotation", "look", "Page 1", "Note: Keep this.", "Note: Changed."],
      ["annotation", "look", "Page 1", "Highlight on “We”", ""],
    ]);
    expect(found.stats.comments).toBe(1);
    expect(
      (
        await gate(
          annotatedPdf(source, [
            annotationOf("Text", "/Rect[50 700 70 720]/Contents(Keep this.)", "Amara"),
            annotationOf("Highlight", markOf(1, 72, 90), "Amara"),
            NOTE,
          ]),
          source,
        )
      ).findings,
    ).toEqual([]);
  });

  it("is refused with programs or files inside", async () => {
    const script = updatedPdf(SOURCE, {
      1: "<</Type/Catalog/Pages 2 0 R/Names<</JavaScript<</Names[(x) 800 0 R]>>>>>>",
      800: "<</S/JavaScript/JS(app.alert\\(1\\))>>",
    });
    expect(await faults(script)).toEqual(["File: A program (JavaScript) was added to the file.  > "]);
    const file = updatedPdf(SOURCE, {
      1: "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(x.bin) 800 0 R]>>>>>>",
      800: "<</Type/Filespec/F(x.bin)/EF<</F 801 0 R>>>>",
      801: "<</Type/EmbeddedFile/Length 3>>\nstream\nabc\nendstream",
    });
    expect(await faults(file)).toEqual([expect.stringContaining("File: A file was attached: x.bin")]);
    expect(
      await faults(annotatedPdf(SOURCE, [annotationOf("FileAttachment", "/Rect[0 0 9 9]/Contents(see)")])),
    ).toEqual([expect.stringContaining("Page 1: A file, film, or sound is attached.")]);
  });

  it("is refused if a field of a form was filled in", async () => {
    const form = (value: string) =>
      updatedPdf(SOURCE, {
        1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[700 0 R]>>>>",
        4: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>>>/Annots[700 0 R]>>",
        700: `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(${value})/Rect[0 0 90 20]>>`,
      });
    expect(await faults(form("Ann"), form(""))).toEqual([
      expect.stringContaining("The form field “name” was changed."),
    ]);
    expect(await faults(form("Ann"), form("Ann"))).toEqual([]);
  });

  it("passes after other programs rewrote the whole file, with pictures, and fails for another picture", async () => {
    const make = (compress: boolean, picture: Buffer): Promise<Buffer> =>
      new Promise((resolve) => {
        const doc = new PdfDocument({ compress, info: { Title: compress ? "a" : "b" } });
        const parts: Buffer[] = [];
        doc.on("data", (part: Buffer) => parts.push(part));
        doc.on("end", () => resolve(Buffer.concat(parts)));
        doc.text("Soil moisture governs the exchange of water between land and air.").rect(100, 200, 50, 50).stroke();
        doc.image(picture, 100, 300, { width: 80 });
        doc.addPage().text("The second page.");
        if (!compress) doc.note(50, 50, 20, 20, "Please check.");
        doc.end();
      });
    const png = (color: string): Buffer => Buffer.from(color, "base64");
    const red = png("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC");
    const blue = png("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC");
    const source = await make(true, red);
    const same = await gate(await make(false, red), source);
    expect([same.passed, same.stats.comments]).toEqual([true, 1]);
    expect(await faults(await make(false, blue), source)).toEqual([
      expect.stringContaining("Page 1: A picture was replaced or moved."),
    ]);
  });

  it("says that a copy of another kind isn't a PDF", async () => {
    await expect(gate(Buffer.from("hello"))).rejects.toThrow("unsupported: The annotated copy isn't a PDF.");
  });
});
