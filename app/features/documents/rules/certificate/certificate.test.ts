import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildDocx } from "../docx/build-docx.ts";
import {
  HASH_BYTES,
  checkText,
  keyInFragment,
  keyText,
  newCertificateId,
  newCertificateKey,
  readCertificateId,
  sealText,
} from "./certificate.ts";
import { readDocx, readOriginal } from "../docx/docx-reader.ts";
import { readMarkdown, readText } from "../readers/read-plain.ts";
import { cleanCopy } from "../docx/clean-copy.ts";
import type { TextModel } from "../readers/text-model.ts";

const ID = "7K3MQ-X9T2B";
const SENTENCES = [
  "Soil moisture governs the exchange of water between land and air in “dry” regions.",
  "We measured it at twelve sites – during two seasons – using buried sensors and weekly cores.",
  "The sensors agreed with the cores at ten sites, and drifted at two (Fig. 3) after heavy rain.",
  "Nobody had shown this for soils with less than 12.5 % of clay before we did it.",
];
const paragraphs: { heading?: 1; text: string }[] = [
  { heading: 1, text: "Methods" },
  { text: SENTENCES.slice(0, 2).join(" ") },
  { text: SENTENCES.slice(2).join(" ") },
];
const certified = readDocx(buildDocx({ paragraphs }));
const verdictOn = async (model: TextModel, key = newCertificateKey(), other = key) =>
  checkText(model, ID, other, (await sealText([certified], ID, key)).seal);

describe("a certificate's seal", () => {
  it("recognizes the whole text however it's formatted: other runs, quotes and dashes, plain text, Markdown, line by line", async () => {
    const runs = readDocx(
      buildDocx({
        paragraphs: [
          { text: "Methods" },
          ...paragraphs.slice(1).map(({ text }) => ({ runs: text.split(/(?<= )/).map((part) => ({ text: part })) })),
        ],
      }),
    );
    const typewriter = SENTENCES.join(" ").replace(/[“”]/g, '"').replaceAll("–", "--");
    const wrap = SENTENCES.join(" ").replace(/(.{40,60}) /g, "$1\n");
    for (const model of [
      certified,
      runs,
      readText(`Methods\n\n${typewriter}`),
      readMarkdown(`# Methods\n\n${wrap}`),
      readText(`Methods\n\n${wrap}\n\nThe end.`),
      readText(`Methods\n${SENTENCES.join("\n")}\n`),
    ])
      expect(await verdictOn(model)).toEqual({
        kind: "compared",
        sentences: 4,
        found: 4,
        certified: 4,
        covered: 4,
        others: [],
      });
  });

  it("finds exactly the sentences that were changed", async () => {
    const changes: ((it: string) => string)[] = [
      (it) => it.replace("the", "a"),
      (it) => it.replace(/.$/, ", too."),
      (it) => it.toUpperCase(),
      (it) => it.replace(/\d|e/, "7"),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.constantFrom(...changes)), { minLength: 4, maxLength: 4 }),
        async (edits) => {
          const after = SENTENCES.map((sentence, i) => edits[i]?.(sentence) ?? sentence);
          const changed = after.filter((sentence, i) => sentence !== SENTENCES[i]);
          const verdict = await verdictOn(
            readDocx(buildDocx({ paragraphs: [{ heading: 1, text: "Methods" }, { text: after.join(" ") }] })),
          );
          expect(verdict).toEqual({
            kind: "compared",
            sentences: 4,
            found: 4 - changed.length,
            certified: 4,
            covered: 4 - changed.length,
            others: changed.map((text) => ({ text, section: "Methods" })),
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  it("of a clean copy differs from that of its source", async () => {
    const tracked = buildDocx({
      paragraphs: [
        {
          runs: [
            { text: "Soil moisture " },
            { text: "control", del: true },
            { text: "governs", ins: true },
            { text: SENTENCES[0]!.slice("Soil moisture governs".length) },
          ],
        },
      ],
    });
    expect(await verdictOn(readDocx(cleanCopy(tracked)))).toMatchObject({
      sentences: 1,
      found: 1,
      certified: 4,
      covered: 1,
    });
    expect(await verdictOn(readOriginal(tracked))).toMatchObject({ sentences: 1, found: 0 });
  });

  it("reveals nothing without the key, and contains neither the key nor the order of the sentences", async () => {
    const key = newCertificateKey();
    expect(await verdictOn(certified, key, newCertificateKey())).toEqual({ kind: "wrong-key" });
    const { seal, sentences } = await sealText([certified], ID, key);
    expect(seal.length).toBe((sentences + 1) * HASH_BYTES);
    expect(Buffer.from(seal).includes(Buffer.from(key))).toBe(false);
    const backwards = readDocx(buildDocx({ paragraphs: [...paragraphs].reverse() }));
    expect((await sealText([backwards], ID, key)).seal).toEqual(seal);
    // The same text under another key shares no hash with this one.
    const hashes = (it: Uint8Array) =>
      new Set(
        Array.from({ length: it.length / HASH_BYTES }, (_, i) =>
          Buffer.from(it).toString("hex", i * HASH_BYTES, (i + 1) * HASH_BYTES),
        ),
      );
    const others = hashes((await sealText([certified], ID, newCertificateKey())).seal);
    expect([...hashes(seal)].filter((hash) => others.has(hash))).toEqual([]);
    expect(await checkText(certified, "00000-00000", key, seal)).toEqual({ kind: "wrong-key" });
    expect(await checkText(certified, ID, key, seal.subarray(0, 3))).toEqual({ kind: "wrong-key" });
  });

  it("reports a text without a long enough sentence", async () => {
    expect(await verdictOn(readText("Too short. To say."))).toEqual({ kind: "too-short" });
  });

  it("covers several files", async () => {
    const key = newCertificateKey();
    const two = [
      "The first chapter has one sentence that is long enough.",
      "The second chapter has another one that is long enough.",
    ].map((text) => readText(text));
    const { seal, sentences, words } = await sealText(two, ID, key);
    expect([sentences, words]).toEqual([2, 20]);
    for (const model of two)
      expect(await checkText(model, ID, key, seal)).toMatchObject({ sentences: 1, found: 1, covered: 1 });
  });
});

describe("what a link contains", () => {
  it("is a key that's read as it was written, and nothing else", () => {
    for (let i = 0; i < 50; i++) {
      const key = newCertificateKey();
      expect(keyText(key)).toMatch(/^[A-Za-z0-9_-]{22}$/);
      expect(keyInFragment(`#k=${keyText(key)}`)).toEqual(key);
    }
    for (const none of [
      "",
      "#",
      "#k=",
      "#k=short",
      `#x=${"a".repeat(22)}`,
      `#k=${"a".repeat(23)}`,
      "#k=%%%%%%%%%%%%%%%%%%%%%%",
    ])
      expect(keyInFragment(none)).toBeNull();
  });

  it("is an id that can be typed loosely", () => {
    const id = newCertificateId();
    expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    for (const typed of [
      id,
      id.toLowerCase(),
      id.replace("-", ""),
      ` ${id.replace("-", " – ")} `,
      id.replaceAll("0", "o").replaceAll("1", "l"),
    ])
      expect(readCertificateId(typed)).toBe(id);
    for (const none of ["", "7K3MQ", "7K3MQ-X9T2U", "https://example.org/7K3MQ-X9T2B", "7K3MQ-X9T2B-1"])
      expect(readCertificateId(none)).toBeNull();
  });
});
