import { emptyLine } from "./surface.ts";
import { isMerged } from "./document.ts";
import { fragment } from "./surface-markup.ts";
import { S } from "./surface-vocabulary.ts";
import { type Container, type Handlers, type StoryReading, leaveOut } from "./story-reading.ts";

function closeRow(story: StoryReading): void {
  const row = story.rows.pop();
  if (row && story.managed === 0) story.emit({ ...emptyLine("row"), text: row.join(" ") });
}

function openCell(story: StoryReading): void {
  if (story.scanner.selfClosing) return;
  story.rows.at(-1)?.push("·");
  story.startsCell = true;
  const { lines } = story.container;
  story.containers.push({ lines, from: lines.length });
}

function openCellProperties(story: StoryReading): void {
  const row = story.rows.at(-1);
  const raw = story.takeContent();
  if (row && /[vh]Merge/.test(raw) && isMerged(fragment(raw))) row[row.length - 1] = "merged";
}

function closeCell(story: StoryReading): void {
  dropRequired(story.container);
  story.containers.pop();
  story.startsCell = false;
}

/**
 * Drops the paragraph that Word requires after a table that ends a cell or a document, because other programs omit it.
 */
export function dropRequired({ lines, from }: Container): void {
  const last = lines.at(-1);
  if (
    lines.length - from >= 2 &&
    last?.kind === "paragraph" &&
    last.text === "" &&
    last.atoms.length === 0 &&
    lines.at(-2)?.kind === "row"
  )
    lines.pop();
}

export const OPENS: Handlers = {
  [S.tr]: (story) => {
    if (!story.scanner.selfClosing) story.rows.push([]);
  },
  [S.trPr]: leaveOut,
  [S.tc]: openCell,
  [S.tcPr]: openCellProperties,
  [S.tblPr]: leaveOut,
  [S.tblPrEx]: leaveOut,
  [S.tblGrid]: leaveOut,
};

export const CLOSES: Handlers = {
  [S.tc]: closeCell,
  [S.tr]: closeRow,
};
