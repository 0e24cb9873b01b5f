import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countWords } from "./seen-words.ts";
import { addText, isNumberOnly, newTally } from "./words.ts";

describe("words", () => {
  it.each([
    ["a well-known co-author", 3],
    ["1959\u20131962 culture\u2014in and/or", 3],
    ["no\u00a0break\u202fspaces\u3000too", 4],
    ["soft\u00adhyphen \u00ad zero\u200bwidth", 3],
    ["\u4e2d\u6587\u5b57\u7b26\u3002", 5],
    ["\u4e2d\u6587 and English\u6587", 5],
    ["\u2014\u2014", 1],
    ["\ud55c\uad6d\uc5b4", 1],
    ["\ub300\ud55c\ubbfc\uad6d\uc758 \uc218\ub3c4\ub294 \uc11c\uc6b8\uc774\ub2e4.", 3],
    ["\u5927\u5b78\uc5d0\uc11c \uacf5\ubd80\ud55c\ub2e4", 4],
    ["3\uc6d4 (March) \ud55c\uad6d-\uc720\ub7fd \uc5f0\uad6c", 4],
    ["\uff76\uff85 \uffa1\uffa2", 3],
    ["\ud840\udc00\ud840\udc01", 2],
    ["hidden\u2800blank", 2],
    ["  \t\n ", 0],
    ["\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22 \u0e20\u0e32\u0e29\u0e32\u200b\u0e44\u0e17\u0e22", 4],
    ["\u0e9e\u0eb2\u0eaa\u0eb2\u0ea5\u0eb2\u0ea7", 2],
    ["\u1019\u103c\u1014\u103a\u1019\u102c\u1018\u102c\u101e\u102c\u1005\u1000\u102c\u1038", 2],
  ])("counts %j as %i", (text, count) => expect(countWords(text)).toBe(count));

  it("counts the same however the text is cut into pieces", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "bc", " ", "\u00a0", "\u4e2d", "-", "\n", "\u00ad"), { maxLength: 40 }),
        (pieces) => {
          const tally = newTally();
          for (const piece of pieces) addText(tally, piece);
          expect(tally.words).toBe(countWords(pieces.join("")));
        },
      ),
    );
  });

  it.each(["12", "3.4 \u00b1 0.2", "<0.001", "1.2e-5", "95%", "(12; 34)"])("sees only numbers in %j", (text) =>
    expect(isNumberOnly(text)).toBe(true),
  );
  it.each(["p < .05", "12 kg", "n/a", "\u2014", ""])("sees more than numbers, or none, in %j", (text) =>
    expect(isNumberOnly(text)).toBe(false),
  );
});
