/** What the properties of runs, paragraphs and tables mean. Documents repeat the same few, so each is read once. */
import { isCodeFont } from "../../check/marks.ts";
import { isEventful, PLAIN_RUN, type RunLook } from "../docx-looks.ts";
import { isOn, PLAIN } from "../docx-styles.ts";
import { W } from "../docx-vocabulary.ts";
import { applyStyle, setLevel } from "./draft.ts";
import { WIDE } from "./feed.ts";
import type { Handler, Handlers, PartReading } from "./part-reading.ts";

function openRunProperties(part: PartReading): void {
  const { scanner, runLooks } = part;
  if (scanner.selfClosing || scanner.parent !== W.r) return;
  const end = scanner.contentEnd();
  const known = end < 0 ? null : runLooks.find(scanner.xml, scanner.end, end);
  if (known) {
    part.look = known;
    scanner.leap(end);
    return;
  }
  part.look = { ...PLAIN_RUN };
  if (known === null) return;
  if (isEventful(scanner.xml.slice(scanner.end, end))) runLooks.keep(scanner.xml, scanner.end, end, null);
  else part.learning = scanner.end;
}

function closeRunProperties(part: PartReading): void {
  const { scanner } = part;
  if (part.learning < 0 || scanner.parent !== W.r) return;
  part.runLooks.keep(scanner.xml, part.learning, scanner.start, part.look);
  part.learning = -1;
}

/** Changes the look of the run whose properties are being read. */
const look =
  (change: (look: RunLook, part: PartReading) => void): Handler =>
  (part) => {
    if (part.scanner.parent === W.rPr && part.look !== PLAIN_RUN) change(part.look, part);
  };

const value = ({ scanner }: PartReading, otherwise = ""): string => scanner.attribute("val") ?? otherwise;

function openShading(part: PartReading): void {
  const { draft, looks, scanner } = part;
  if (scanner.parent === W.pPr && draft) {
    draft.shaded = true;
    if (looks) looks.shaded = true;
  } else if (scanner.parent === W.rPr && part.look !== PLAIN_RUN) part.look.shaded = true;
}

function openParagraphProperties(part: PartReading): void {
  const { scanner, draft, paragraphLooks, story } = part;
  part.look = PLAIN_RUN;
  if (scanner.selfClosing || !draft || scanner.parent !== W.p) return;
  const end = scanner.contentEnd();
  const known = end < 0 ? null : paragraphLooks.find(scanner.xml, scanner.end, end);
  if (known) {
    if (known.style !== null) {
      draft.style = known.style;
      applyStyle(draft, story.styles.get(known.style) ?? PLAIN);
    }
    if (known.level !== null) setLevel(draft, known.level);
    if (known.shaded) draft.shaded = true;
    draft.listId = known.listId;
    draft.listLevel = known.listLevel;
    scanner.leap(end);
  } else if (known === undefined) {
    const eventful = isEventful(scanner.xml.slice(scanner.end, end));
    part.looks = eventful ? null : { style: null, level: null, shaded: false, listId: null, listLevel: null };
    paragraphLooks.keep(scanner.xml, scanner.end, end, part.looks);
  } else part.looks = null;
}

/** Only tracked properties of tables are read. */
function openTableProperties(part: PartReading): void {
  const { scanner, tableProperties } = part;
  const end = scanner.selfClosing ? -1 : scanner.contentEnd();
  if (end < 0) return;
  let quiet = tableProperties.find(scanner.xml, scanner.end, end);
  if (quiet === undefined) {
    quiet = !isEventful(scanner.xml.slice(scanner.end, end));
    tableProperties.keep(scanner.xml, scanner.end, end, quiet);
  }
  if (quiet) scanner.leap(end);
}

function openParagraphStyle(part: PartReading): void {
  if (!part.draft) return;
  const id = value(part);
  if (part.looks) part.looks.style = id;
  part.draft.style = id;
  applyStyle(part.draft, part.story.styles.get(id) ?? PLAIN);
}

function openListId(part: PartReading): void {
  if (!part.draft || part.scanner.parent !== W.numPr) return;
  part.draft.listId = value(part);
  if (part.looks) part.looks.listId = part.draft.listId;
}

function openListLevel(part: PartReading): void {
  if (!part.draft || part.scanner.parent !== W.numPr) return;
  part.draft.listLevel = Number(value(part, "0"));
  if (part.looks) part.looks.listLevel = part.draft.listLevel;
}

function openOutlineLevel(part: PartReading): void {
  if (!part.draft || part.scanner.parent !== W.pPr) return;
  const outline = Number(value(part, "9"));
  const level = outline >= 0 && outline <= 8 ? outline + 1 : 0;
  if (part.looks) part.looks.level = level;
  setLevel(part.draft, level);
}

export const OPENS: Handlers = {
  [W.r]: (part) => {
    part.look = PLAIN_RUN;
  },
  [W.rPr]: openRunProperties,
  [W.rStyle]: look((run, part) => {
    const style = part.story.styles.get(value(part));
    run.style = value(part);
    if (style?.hidden) run.hidden = true;
    if (style?.bold) run.bold = true;
  }),
  [W.vanish]: look((run, part) => {
    run.hidden = isOn(part.scanner.attribute("val"));
  }),
  [W.b]: look((run, part) => {
    run.bold = isOn(part.scanner.attribute("val"));
  }),
  [W.color]: look((run, part) => {
    run.white = /^(?:f[\da-f]){3}$/i.test(value(part));
  }),
  [W.i]: look((run, part) => {
    run.italic = isOn(part.scanner.attribute("val"));
  }),
  [W.vertAlign]: look((run, part) => {
    run.superscript = value(part) === "superscript";
  }),
  [W.rFonts]: look((run, part) => {
    run.code = isCodeFont(part.scanner.attribute("ascii") ?? "");
  }),
  // In half points: less than 3 points is unreadable.
  [W.sz]: look((run, part) => {
    run.tiny = Number(value(part, "24")) < 6;
  }),
  [W.spacing]: look((run, part) => {
    run.spacing = Math.max(run.spacing, Number(value(part, "0")) || 0);
  }),
  // Stretches text by spacing it out.
  [W.fitText]: look((run) => {
    run.spacing = Math.max(run.spacing, WIDE);
  }),
  [W.shd]: openShading,
  [W.highlight]: (part) => {
    openShading(part);
    if (part.scanner.parent === W.rPr && part.look !== PLAIN_RUN) part.look.highlight = value(part) !== "none";
  },
  [W.pPr]: openParagraphProperties,
  [W.pStyle]: openParagraphStyle,
  [W.outlineLvl]: openOutlineLevel,
  [W.numId]: openListId,
  [W.ilvl]: openListLevel,
  [W.tblPr]: openTableProperties,
  [W.trPr]: openTableProperties,
  [W.tcPr]: openTableProperties,
};

export const CLOSES: Handlers = {
  [W.r]: (part) => {
    part.look = PLAIN_RUN;
  },
  [W.rPr]: closeRunProperties,
  [W.pPr]: (part) => {
    part.looks = null;
  },
};
