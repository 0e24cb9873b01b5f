import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ChoicesPatch, OrderChoices, readChoices } from "./choices.ts";
import { type DraftFile, applyPatch, missingChoices } from "./choice-patch.ts";
import { cellFromForm, excludedFromForm, patchFromForm } from "./choices-form.ts";
import { cleanFileName, contentDisposition, deliveredName } from "./file-name.ts";
import { titleFromName } from "../order-title.ts";

const file = (change: Partial<DraftFile> = {}): DraftFile => ({
  id: "f",
  name: "a.docx",
  purpose: "source",
  state: "counted",
  pdf: false,
  ...change,
});
const COMPLETE: OrderChoices = {
  service: "copyediting",
  turnaround: "7d",
  field: "life-sciences",
  subfield: "ecology",
  variant: "UK",
  styleGuide: "none",
  documentType: "thesis",
};

describe("a patch", () => {
  test("sets the fields it names, clears null or empty ones, and leaves the rest", () => {
    expect(
      applyPatch(
        { service: "expert", variant: "UK", instructions: "x" },
        { service: "proofreading", variant: null, instructions: "" },
      ),
    ).toEqual({ service: "proofreading" });
  });
  test("of the subfield sets its field, and changing the field clears the subfield", () => {
    expect(applyPatch({}, { subfield: "ecology" })).toEqual({ subfield: "ecology", field: "life-sciences" });
    expect(applyPatch({ subfield: "ecology", field: "life-sciences" }, { field: "medicine" })).toEqual({
      field: "medicine",
    });
  });
  test("of service or turnaround asks for the later date's consent again", () => {
    expect(
      applyPatch({ turnaround: "24h", consentOverflow: true }, { turnaround: "12h" }).consentOverflow,
    ).toBeUndefined();
    expect(applyPatch({ turnaround: "24h", consentOverflow: true }, { turnaround: "24h" }).consentOverflow).toBe(true);
    expect(applyPatch({ turnaround: "24h" }, { turnaround: "12h", consentOverflow: true }).consentOverflow).toBe(true);
  });
  test("has the same result when applied twice, and the order of patches to different fields doesn't matter", () => {
    const patches = fc.record(
      {
        variant: fc.constantFrom("US", "UK", null),
        instructions: fc.string({ maxLength: 20 }),
        title: fc.string({ maxLength: 20 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(patches, fc.constantFrom("apa", "mla"), (one, styleGuide) => {
        const a = applyPatch(COMPLETE, one as ChoicesPatch);
        expect(applyPatch(a, one as ChoicesPatch)).toEqual(a);
        expect(applyPatch(applyPatch(COMPLETE, { styleGuide }), one as ChoicesPatch)).toEqual(
          applyPatch(a, { styleGuide }),
        );
      }),
    );
  });
  test("with an unknown field is refused", () => {
    expect(ChoicesPatch.safeParse({ totalMinor: 1 }).success).toBe(false);
    expect(ChoicesPatch.safeParse({ addOns: { figuresAndTables: 1.5 } }).success).toBe(false);
    expect(ChoicesPatch.safeParse({ addOns: { figuresAndTables: -1 } }).success).toBe(false);
  });
});

test("stored choices keep known values and drop the rest", () => {
  expect(readChoices({ variant: "UK", service: "telepathy", more: true, instructions: 3 })).toEqual({ variant: "UK" });
  expect(readChoices(null)).toEqual({});
});

describe("what is missing", () => {
  test("is empty if everything is chosen, and has one line per missing thing otherwise", () => {
    expect(missingChoices(COMPLETE, [file()])).toEqual([]);
    for (const field of ["service", "turnaround", "subfield", "variant", "styleGuide", "documentType"] as const)
      expect(missingChoices({ ...COMPLETE, [field]: undefined }, [file()]).map((m) => m.field)).toEqual([field]);
  });
  test("is the manuscript if there is none, one can't be read, or one is being counted", () => {
    expect(missingChoices(COMPLETE, [])[0]).toMatchObject({ field: "files" });
    expect(missingChoices(COMPLETE, [file({ purpose: "reference", state: "stored" })])[0]).toMatchObject({
      field: "files",
    });
    expect(missingChoices(COMPLETE, [file(), file({ state: "counting" })])[0]?.message).toMatch(/still counting/);
    expect(missingChoices(COMPLETE, [file(), file({ state: "refused", name: "b.exe" })])[0]?.message).toMatch(
      /can't read “b.exe”/,
    );
  });
  test("is the consent to annotations, for a pdf", () => {
    expect(missingChoices(COMPLETE, [file({ pdf: true })]).map((m) => m.field)).toEqual(["pdfConsent"]);
    expect(missingChoices({ ...COMPLETE, pdfConsent: true }, [file({ pdf: true })])).toEqual([]);
  });
});

describe("a plain form", () => {
  const form = (entries: [string, string][]) => {
    const it = new FormData();
    for (const [name, value] of entries) it.append(name, value);
    return it;
  };
  test("gives the choices, and treats an unchecked box that it shows as no", () => {
    const patch = patchFromForm(
      form([
        ["service", "expert"],
        ["couponCode", ""],
        ["instructions", "a\r\nb"],
        ["shown", "allowSample"],
        ["shown", "addOns"],
        ["addOn.coverLetter", "on"],
        ["addOn.figuresAndTables", "4"],
        ["addOn.referenceStyling", ""],
      ]),
    );
    expect(patch).toEqual({
      service: "expert",
      couponCode: null,
      instructions: "a\nb",
      allowSample: false,
      addOns: { coverLetter: true, figuresAndTables: 4 },
    });
    expect(ChoicesPatch.safeParse(patch).success).toBe(true);
  });
  test("leaves out the unchecked sections of the files it showed", () => {
    const sections = (id: string) => (id === "f1" ? ["s0", "s1", "s2"] : ["s0"]);
    expect(
      excludedFromForm(
        form([
          ["sectionsOf", "f1"],
          ["section:f1", "s0"],
          ["section:f1", "s2"],
        ]),
        sections,
      ),
    ).toEqual([{ fileId: "f1", section: "s1" }]);
  });
  test("names a cell of the price list, or none", () => {
    expect(cellFromForm("copyediting/7d")).toEqual({ service: "copyediting", turnaround: "7d" });
    for (const wrong of ["copyediting/1h", "x/7d", "", null]) expect(cellFromForm(wrong)).toBeNull();
  });
});

describe("a file's name", () => {
  test("is a label: no path, no control or direction characters, never empty", () => {
    expect(cleanFileName("../../etc/pass\u0000wd")).toBe("passwd");
    expect(cleanFileName("C:\\me\\thesis.docx")).toBe("thesis.docx");
    expect(cleanFileName("gpj.\u202eexe.docx")).toBe("gpj.exe.docx");
    expect(cleanFileName("..")).toBe("manuscript");
    expect(cleanFileName(`${"x".repeat(300)}.docx`)).toHaveLength(180);
    fc.assert(
      fc.property(fc.string(), (name) => {
        const clean = cleanFileName(name);
        expect(clean.length > 0 && clean.length <= 180 && !/[/\\\u0000-\u001f]/.test(clean)).toBe(true);
        // eslint-disable-next-line no-control-regex
        expect(contentDisposition(name)).toMatch(
          /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.~%!$&+^`|-]*$/,
        );
      }),
    );
  });
  test("becomes a title without its ending", () => {
    expect(titleFromName("Soil_water  final.docx")).toBe("Soil water final");
    expect(titleFromName(".docx")).toBe(".docx");
  });
});

test("a delivered copy is named after its manuscript and delivery, whatever the editor called the upload", () => {
  expect(deliveredName("Soil moisture.docx", 1, "tracked", "final FINAL.docx")).toBe(
    "Soil moisture v1 (tracked changes).docx",
  );
  expect(deliveredName("thesis.tex", 2, "clean", "x.docx")).toBe("thesis v2 (clean).docx");
  expect(deliveredName(`${"long ".repeat(60)}.docx`, 3, "clean", "x.docx")).toMatch(/ v3 \(clean\)\.docx$/);
});
