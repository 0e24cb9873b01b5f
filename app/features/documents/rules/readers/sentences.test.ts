import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "#boot/testing/cpu-ms.ts";
import { readMarkdown, readText } from "./read-plain.ts";
import { comparable, divideSentences, sentencesOf } from "./sentences.ts";
import { newModel, textParagraph } from "./text-model.ts";

describe("sentences", () => {
  it("end at their marks, and not at those of abbreviations, initials, decimals, citations and numbers of headings", () => {
    const cases: string[][] = [
      ["The yield rose by 3.5 % in dry years.", "It fell in wet ones (Fig. 2, cf. Table 3).", "Why?"],
      ["As J. R. Smith et al. (2019) wrote, e.g. in the U.S. and elsewhere, it depends.", "We agree."],
      ["1.2. Results of the second season"],
      ["It was so (Müller, 2020).", "“Was it?” she asked. “It was.”".slice(0, 20), "“It was.”"],
      ["Das gilt z.B. für Proben, bzw. Serien.", "Abb. 3 zeigt sie."],
      ["This holds.[12, 14]", "So does that."],
      ["He left etc. and came back.", "…and then"].slice(0, 1),
    ];
    for (const sentences of cases) expect(divideSentences(sentences.join(" "))).toEqual(sentences);
    expect(divideSentences("土壤水分控制着干旱地区的水分交换。我们在十二个地点进行了测量！结果一致。")).toHaveLength(3);
    expect(divideSentences("هل هذا صحيح؟ نعم، هذا صحيح.")).toHaveLength(2);
  });

  it("are compared without regard to quotes, dashes, spaces and invisible marks, but to case and punctuation", () => {
    const same = [
      'He said "yes" - and then it\'s done.',
      "He said “yes” – and then it’s done.",
      "He  said\u00a0„yes“—and then it‘s done.\u200b",
      "He said «\u00a0yes\u202f» ‒ and then it's do\u00adne.",
    ];
    expect(new Set(same.map(comparable)).size).toBe(1);
    expect(comparable("The ﬁnal ｅｆｆｅｃｔ")).toBe("The final effect");
    expect(comparable("Cafe\u0301 ici !")).toBe(comparable("Café ici!"));
    for (const other of ["he said yes", "He, said yes", "He said yes."])
      expect(comparable(other)).not.toBe(comparable("He said yes"));
  });

  it("are long enough to be told by, in languages without spaces too", () => {
    const of = (text: string) => sentencesOf(newModel("docx", [textParagraph(text)])).map((sentence) => sentence.text);
    expect(of("Results are in Table 2. The second season brought more rain than the first one had.")).toEqual([
      "The second season brought more rain than the first one had.",
    ]);
    expect(of("结果见表二。土壤水分控制着干旱地区陆地与大气之间的水分交换过程。")).toEqual([
      "土壤水分控制着干旱地区陆地与大气之间的水分交换过程。",
    ]);
    expect(of("ความชื้นในดินควบคุมการแลกเปลี่ยนน้ำระหว่างแผ่นดินกับอากาศ ในพื้นที่แห้งแล้งของประเทศไทยและที่อื่น")).toHaveLength(2);
  });

  it("go over the line where a program broke it, and end with it where the author did", () => {
    const wrapped =
      "The yield rose in dry years and\nfell in the wet ones that followed.\n\nNobody had expected that it would do so this early.";
    expect(sentencesOf(readText(wrapped)).map((it) => it.text)).toEqual([
      "The yield rose in dry years and fell in the wet ones that followed.",
      "Nobody had expected that it would do so this early.",
    ]);
    expect(sentencesOf(readMarkdown(wrapped))).toHaveLength(2);
    const long = `Title of it\n${"The yield rose in dry years and fell in the wet ones that followed. ".repeat(3)}\n\nThe end.`;
    expect(sentencesOf(readText(long)).map((it) => it.text.split(" ")[0])).toEqual(["The", "The", "The"]);
  });

  it("lose nothing but white space, whatever the text, and are divided in time linear in it", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            "word",
            "Dr.",
            "e.g.",
            "3.5",
            ".",
            "?”",
            " ",
            " ",
            "\u00a0",
            "。",
            "字",
            "ก",
            "…",
            "[1]",
            "(",
            "»",
            "\ud83d\ude00",
            "\ud800",
          ),
          { maxLength: 60 },
        ),
        (parts) => {
          const text = parts.join("");
          const bare = (it: string) => it.replace(/\s/gu, "");
          expect(bare(divideSentences(text).join(""))).toBe(bare(text));
        },
      ),
      { numRuns: 500 },
    );
    for (const unit of [" ", ".", "-", "« ", "e.g.", "A. ", "”", "[1", "ก "]) {
      const model = newModel("docx", [textParagraph(unit.repeat(50_000))]);
      expect(
        cpuMs(() => sentencesOf(model)),
        JSON.stringify(unit),
      ).toBeLessThan(2_000);
    }
  });
});
