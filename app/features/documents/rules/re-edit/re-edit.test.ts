import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "#boot/testing/cpu-ms.ts";
import { billableWords } from "../readers/receipt.ts";
import { receiptOf } from "../readers/receipt-of.ts";
import { chargedReceipt, reEditSentence } from "./re-edit-count.ts";
import { compareForReEdit } from "./re-edit.ts";
import { divideIntoSections } from "../readers/sections.ts";
import { newModel, textParagraph, type TextModel } from "../readers/text-model.ts";

/** A manuscript as sections of paragraphs of sentences, with unique section titles. */
type Text = string[][][];
const modelOf = (text: Text): TextModel =>
  divideIntoSections(
    newModel(
      "docx",
      text.flatMap((paragraphs, s) => [
        textParagraph(`Part ${"ABCDEFGHIJ"[s]}`, "heading", 1),
        ...paragraphs.map((sentences) => textParagraph(sentences.join(" "))),
      ]),
    ),
  );

const WORDS =
  "river soil water mountain forest valley season sample method result signal error model glacier harvest border treaty ledger vessel market colony archive novel chapter reader senate tariff neuron enzyme protein".split(
    " ",
  );
let serial = 0;
/** Sentences of unique words, so none resembles another. */
const sentence = fc
  .tuple(fc.array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 12 }), fc.constantFrom(".", "?", "!"))
  .map(([words, end]) => {
    serial++;
    return `Case${serial} ${words.map((word, i) => (i % 2 ? `${word}${serial}` : word)).join(" ")} tail${serial}${end}`;
  });
const texts = fc.array(fc.array(fc.array(sentence, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
});
const all = (text: Text): string[] => text.flat(2);
const compare = (before: Text, after: Text) => compareForReEdit(modelOf(before), modelOf(after)).count;
const billed = (version: TextModel, delivered: TextModel): number =>
  billableWords([chargedReceipt(receiptOf(version), compareForReEdit(delivered, version).count)], {
    excluded: [],
    referencesChecked: false,
  });

describe("a new version against the delivery", () => {
  it("finds the same text unchanged, and charges nothing", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const model = modelOf(text);
        const { count, listed } = compareForReEdit(modelOf(text), model);
        expect(count).toMatchObject({
          fallback: null,
          similarity: 1,
          sentences: { moved: 0, changed: 0, new: 0, removed: 0 },
        });
        expect(count.words.unchanged).toBe(receiptOf(model).words);
        expect(listed).toEqual([]);
        expect(billed(model, modelOf(text))).toBe(0);
      }),
    );
  });

  it("reports what was removed, and charges nothing for it", () => {
    fc.assert(
      fc.property(texts, fc.infiniteStream(fc.boolean()), (text, keep) => {
        const kept = text.map((paragraphs) => paragraphs.map((sentences) => sentences.filter(() => keep.next().value)));
        fc.pre(all(kept).length > 0);
        const count = compare(
          text,
          kept.map((paragraphs) => paragraphs.filter((sentences) => sentences.length > 0)),
        );
        expect(count.sentences).toMatchObject({
          moved: 0,
          changed: 0,
          new: 0,
          removed: all(text).length - all(kept).length,
        });
      }),
    );
  });

  it("recognizes reordered paragraphs, and charges nothing for them", () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, turn) => {
        const [first = [], ...rest] = text;
        const by = turn % first.length;
        const count = compare(text, [[...first.slice(by), ...first.slice(0, by)], ...rest]);
        expect(count.sentences).toMatchObject({ changed: 0, new: 0, removed: 0 });
        expect(count.sentences.unchanged + count.sentences.moved).toBe(all(text).length + text.length);
        expect(count.sentences.moved > 0).toBe(by > 0);
      }),
    );
  });

  it("finds k edited sentences changed, wherever they are, and charges their words", () => {
    fc.assert(
      fc.property(texts, fc.infiniteStream(fc.boolean()), (text, edits) => {
        let k = 0;
        let words = 0;
        const edited = text.map((paragraphs) =>
          paragraphs.map((sentences) =>
            sentences.map((one) => {
              if (!edits.next().value) return one;
              k++;
              words += one.split(" ").length + 1;
              return one.replace(" ", " rather ");
            }),
          ),
        );
        const delivered = modelOf(text);
        const version = modelOf(edited);
        const { count, listed } = compareForReEdit(delivered, version);
        expect(count.sentences).toMatchObject({ changed: k, new: 0, removed: 0, moved: 0 });
        expect(listed.map(({ parts }) => parts.filter(({ what }) => what !== "same"))).toEqual(
          Array(k).fill([{ what: "in", text: expect.stringMatching(/^(rather | rather)$/) }]),
        );
        expect(billed(version, delivered)).toBe(words);
      }),
    );
  });

  it("never charges more than the count receipt, and its words add up to it", () => {
    const any = fc.array(
      fc.array(
        fc.array(
          fc.oneof(
            sentence,
            fc.string({ unit: "grapheme", maxLength: 60 }),
            fc.constantFrom("Yes.", "See 图一。结果如下。", "ไทยภาษา", "3.4 ± 0.2"),
          ),
          { maxLength: 4 },
        ),
        { maxLength: 4 },
      ),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(any, any, fc.boolean(), (one, two, mix) => {
        const version = modelOf(mix ? [...one, ...two] : two);
        const { count } = compareForReEdit(modelOf(one), version);
        const receipt = receiptOf(version);
        expect(billed(version, modelOf(one))).toBeLessThanOrEqual(receipt.billable);
        if (count.fallback) return;
        for (const section of chargedReceipt(receipt, count).sections)
          expect(section.billable).toBeLessThanOrEqual(receipt.sections.find((it) => it.id === section.id)!.billable);
        const { unchanged, moved, changed, new: fresh } = count.words;
        expect(unchanged + moved + changed + fresh).toBe(
          version.paragraphs.reduce((sum, paragraph) => sum + (paragraph.charged ? paragraph.words : 0), 0),
        );
      }),
    );
  });

  it("counts another manuscript in full, and says so", () => {
    const a: Text = [
      [["The trade of salt along the coast was taxed by three towns."], ["Their ledgers survive in part."]],
    ];
    const b: Text = [
      [["Proteins fold in ways that we cannot yet predict from sequence alone."], ["Enzymes lower the barrier."]],
    ];
    const model = modelOf(b);
    expect(compare(a, b)).toMatchObject({ fallback: "another", sections: [] });
    expect(billed(model, modelOf(a))).toBe(receiptOf(model).billable);
    // A short text that grew into a long one is still that text.
    const { fallback, sentences } = compare(a, [
      ...a,
      [...Array(40).keys()].map((i) => [`Chapter ${i} tells of something else, namely of number ${i} and its causes.`]),
    ]);
    expect([fallback, sentences.new]).toEqual([null, 41]);
  });

  it("ignores changed quotation marks and spaces, but not case", () => {
    const before: Text = [[["He called it “the long winter” of 1709.", "Nobody knew why it came."]]];
    expect(
      compare(before, [[['He called it "the long winter" of 1709.', "Nobody knew why it came."]]]).sentences.changed,
    ).toBe(0);
    expect(
      compare(before, [[["He called it “the Long Winter” of 1709.", "Nobody knew why it came."]]]).sentences.changed,
    ).toBe(1);
  });

  it("finds what was both moved and changed, far from its old place", () => {
    const filler = (n: number) =>
      [...Array(n).keys()].map((i) => [`Filler ${i} keeps its place among the other lines of number ${i}.`]);
    const odd = "The herbarium in Uppsala lent us ninety sheets of Carex.";
    const { listed } = compareForReEdit(
      modelOf([[[odd], ...filler(80)]]),
      modelOf([[...filler(80), [odd.replace("ninety", "forty")]]]),
    );
    expect(listed).toMatchObject([
      {
        kind: "changed",
        parts: [{ what: "same" }, { what: "out", text: "ninety" }, { what: "in", text: "forty" }, { what: "same" }],
      },
    ]);
  });

  it("says what it found in one sentence", () => {
    expect(reEditSentence({ unchanged: 4_812, moved: 0, changed: 640, new: 212 })).toBe(
      "4,812 words unchanged: free; 640 in changed sentences, 212 in new ones: charged.",
    );
    expect(reEditSentence({ unchanged: 0, moved: 90, changed: 0, new: 1 })).toBe(
      "90 words moved: free; 1 in new sentences: charged.",
    );
    expect(reEditSentence({ unchanged: 10, moved: 2, changed: 0, new: 0 })).toBe(
      "10 words unchanged and 2 moved: free; nothing changed or new.",
    );
  });

  it("compares 150,000 words in seconds, even if every sentence differs", () => {
    const long = (change: (i: number, s: string) => string): TextModel =>
      divideIntoSections(
        newModel(
          "docx",
          [...Array(1_500).keys()].map((p) =>
            textParagraph(
              [...Array(5).keys()]
                .map((s) =>
                  change(
                    p * 5 + s,
                    `Sentence ${p}.${s} is about ${WORDS[(p * 7 + s) % 30]} and ${WORDS[(p * 3 + s * 11) % 30]} in the year ${1500 + ((p * 5 + s) % 500)} of the ${WORDS[(p + s) % 30]}, as it was told by number ${p * 5 + s}.`,
                  ),
                )
                .join(" "),
            ),
          ),
        ),
      );
    const delivered = long((_, s) => s);
    const some = long((i, s) => (i % 25 ? s : s.replace("told", "written")));
    const each = long((_, s) => s.replace("told", "written"));
    expect(compareForReEdit(delivered, some).count.sentences).toMatchObject({ changed: 300, new: 0 });
    expect(cpuMs(() => compareForReEdit(delivered, each))).toBeLessThan(8_000);
  });
});
