/** Tracked changes: insertions, deletions, moves, and changes other than text. */
import { MATH_RUN, W } from "../docx-vocabulary.ts";
import type { Change, MarkChange } from "../../readers/text-model.ts";
import type { Handler, Handlers, PartReading } from "./part-reading.ts";

/** Parents in which a revision element marks their properties' owner, and contains no text. */
const MARKER_PARENTS = [W.rPr, W.trPr, W.tcPr, W.numPr, W.ctrlPr, W.pPr];
const isMarker = (parent: number): boolean => MARKER_PARENTS.includes(parent);

const isAdded = (kind: Change["kind"]): boolean => kind === "insert" || kind === "moveTo";

/** Lists a change of something other than text. */
function mark(part: PartReading, of: MarkChange["of"], kind: MarkChange["kind"]): void {
  const { scanner, draft } = part;
  const { model } = part.story;
  if (kind === "format") model.formatChanges++;
  else model.otherChanges++;
  model.markChanges.push({
    of,
    kind,
    author: scanner.attribute("author") ?? "",
    date: scanner.attribute("date") ?? "",
    paragraph: draft?.paragraph ?? null,
  });
}

/** Marks the whole row or cell as removed. */
function remove(part: PartReading, element: number): void {
  const depth = part.scanner.path.lastIndexOf(element) + 1;
  if (depth === 0) return;
  part.gone.push(depth);
  part.dead++;
}

/** Closes removed rows and cells. */
export function endRemoved(part: PartReading): void {
  const { gone, scanner } = part;
  while (gone.length > 0 && (gone.at(-1) ?? 0) > scanner.path.length) {
    gone.pop();
    part.dead--;
  }
}

function openMarker(part: PartReading, kind: Change["kind"]): void {
  const { scanner, draft } = part;
  const kills = !isAdded(kind);
  if (scanner.parent === W.rPr) {
    const { path } = scanner;
    // The element whose rPr contains the marker.
    const place = path[path.length - (scanner.selfClosing ? 2 : 3)] ?? 0;
    if (place === W.pPr) {
      mark(part, "paragraphMark", kind);
      if (kills && draft) draft.markDead = true;
    } else if (place === MATH_RUN) {
      part.runBy = { author: scanner.attribute("author") ?? "", date: scanner.attribute("date") ?? "", kind };
      if (kills) part.runDead = 1;
    }
  } else if (scanner.parent === W.trPr) {
    mark(part, "row", kind);
    if (kills) remove(part, W.tr);
  } else if (scanner.parent === W.numPr) mark(part, "numbering", kind);
}

const openRevision =
  (kind: Change["kind"]): Handler =>
  (part) => {
    const { scanner } = part;
    if (isMarker(scanner.parent)) openMarker(part, kind);
    else if (!scanner.selfClosing) {
      part.authors.push({ author: scanner.attribute("author") ?? "", date: scanner.attribute("date") ?? "", kind });
      if (isAdded(kind)) part.live++;
      else part.dead++;
    }
  };

const closeRevision =
  (kind: Change["kind"]): Handler =>
  (part) => {
    if (isMarker(part.scanner.parent)) return;
    part.authors.pop();
    if (isAdded(kind)) part.live--;
    else part.dead--;
  };

const openCellMarker =
  (kind: "insert" | "delete"): Handler =>
  (part) => {
    mark(part, "cell", kind);
    if (kind === "delete") remove(part, W.tc);
  };

/** Previous properties are skipped. */
const openFormer =
  (of: MarkChange["of"]): Handler =>
  (part) => {
    mark(part, of, "format");
    part.scanner.skip();
  };

export const OPENS: Handlers = {
  [W.ins]: openRevision("insert"),
  [W.del]: openRevision("delete"),
  [W.moveFrom]: openRevision("moveFrom"),
  [W.moveTo]: openRevision("moveTo"),
  [W.cellIns]: openCellMarker("insert"),
  [W.cellDel]: openCellMarker("delete"),
  [W.cellMerge]: (part) => mark(part, "cell", "merge"),
  [W.moveToRangeStart]: (part) => {
    part.story.model.moves++;
  },
  [W.rPrChange]: openFormer("run"),
  [W.pPrChange]: openFormer("paragraph"),
  [W.numberingChange]: openFormer("numbering"),
  [W.sectPrChange]: openFormer("section"),
  [W.tblPrChange]: openFormer("table"),
  [W.tblPrExChange]: openFormer("table"),
  [W.tblGridChange]: openFormer("table"),
  [W.trPrChange]: openFormer("row"),
  [W.tcPrChange]: openFormer("cell"),
};

export const CLOSES: Handlers = {
  [W.ins]: closeRevision("insert"),
  [W.del]: closeRevision("delete"),
  [W.moveFrom]: closeRevision("moveFrom"),
  [W.moveTo]: closeRevision("moveTo"),
};
