import type { Block, CheckText, Found, Mark } from "../rules/check/finding.ts";

/** A manuscript for tests of the check: running text unless a block says what it is. */
export function checkText(...blocks: (string | (Partial<Block> & { text: string }))[]): CheckText {
  return {
    blocks: blocks.map((it) => ({
      kind: "text",
      section: "",
      level: 0,
      label: "",
      marks: [],
      ...(typeof it === "string" ? { text: it } : it),
    })),
    language: "en",
    properties: [],
    comments: 0,
    trackedChanges: 0,
    exact: true,
    torn: false,
  };
}

/** A block in which a part of the text has a mark. */
export const marked = (text: string, part: string, mark: Mark["mark"]): Partial<Block> & { text: string } => {
  const from = text.indexOf(part);
  return { text, marks: [{ from, to: from + part.length, mark }] };
};

export const NO_OPTIONS = { styleGuide: null, blindAuthors: [] };

/** Whether a rule says that something contradicts itself, and not what's written in one way throughout. */
export const isFinding = ({ uniform }: Found): boolean => uniform !== true;
