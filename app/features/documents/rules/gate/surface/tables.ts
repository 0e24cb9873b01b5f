import { isEventful } from "../../docx/docx-looks.ts";
import { emptyLine } from "./surface.ts";
import { fragment, localName } from "./surface-markup.ts";
import { S } from "./surface-vocabulary.ts";
import { type Container, type Handlers, type StoryReading, leaveOut } from "./story-reading.ts";

function openRowProperties(story: StoryReading): void {
  const row = story.rows.at(-1);
  const raw = story.takeContent();
  const { gone } = story.document;
  if (row && isEventful(raw) && fragment(raw).children.some((one) => gone.has(localName(one)))) {
    row.gone = true;
    story.dead++;
  }
}

function closeRow(story: StoryReading): void {
  const row = story.rows.pop();
  if (row?.gone) story.dead--;
  else if (row && story.dead === 0 && story.managed === 0)
    story.emit({ ...emptyLine("row"), text: row.cells.map((one) => one || "·").join(" ") });
}

function openCell(story: StoryReading): void {
  if (story.scanner.selfClosing) return;
  story.rows.at(-1)?.cells.push("");
  story.startsCell = true;
  const { lines } = story.container;
  story.containers.push({ carry: null, lines, from: lines.length });
}

function openCellProperties(story: StoryReading): void {
  const row = story.rows.at(-1);
  const raw = story.takeContent();
  if (row && /[vh]Merge|cell(?:Ins|Del|Merge)|tcPrChange/.test(raw)) story.document.cell(fragment(raw), row.cells);
  if (row?.cells.at(-1) === "gone") story.dead++;
}

function closeCell(story: StoryReading): void {
  const { container } = story;
  const { carry } = container;
  container.carry = null;
  // A cell keeps its last paragraph, whatever happens to its mark.
  if (carry) story.emit(carry, carry.after);
  dropRequired(container);
  story.containers.pop();
  const row = story.rows.at(-1);
  if (row?.cells.at(-1) === "gone") {
    row.cells.pop();
    story.dead--;
  }
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
  [S.tbl]: (story) => {
    if (!story.scanner.selfClosing) story.flush();
  },
  [S.tr]: (story) => {
    if (!story.scanner.selfClosing) story.rows.push({ cells: [], gone: false });
  },
  [S.trPr]: openRowProperties,
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
