import { CLOSE, END, OPEN, TEXT, XmlScanner } from "../../docx/xml.ts";
import { T, VOCABULARY } from "./odt-vocabulary.ts";

/** The tracked changes of an OpenDocument text, by their ids. */
export type OdtChanges = {
  insertions: ReadonlySet<string>;
  /** What was deleted, by paragraph: the first and the last one join the text around the deletion. */
  deletions: ReadonlyMap<string, readonly string[]>;
};

/** Reads the list of changes, which comes before the text. @param xml a content.xml */
export function readOdtChanges(xml: string): OdtChanges {
  const insertions = new Set<string>();
  const deletions = new Map<string, string[]>();
  const scanner = new XmlScanner(xml, VOCABULARY);
  let id = "";
  let lines: string[] | null = null;
  const add = (text: string) => {
    if (lines && lines.length > 0) lines.push((lines.pop() ?? "") + text);
  };
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token === TEXT) {
      add(scanner.text().replace(/[ \t\r\n]+/g, " "));
      continue;
    }
    if (token === CLOSE) {
      if (scanner.code === T.tracked) break;
      if (scanner.code === T.deletion) lines = null;
      continue;
    }
    if (token !== OPEN) continue;
    if (scanner.code === T.deletions) id = scanner.attribute("id") ?? "";
    else if (scanner.code === T.insertion) insertions.add(id);
    else if (scanner.code === T.changeInfo && !scanner.selfClosing) scanner.skip();
    else if (scanner.code === T.deletion) {
      lines = [];
      deletions.set(id, lines);
    } else if (lines && (scanner.code === T.p || scanner.code === T.h)) lines.push("");
    else if (scanner.code === T.s) add(" ".repeat(Math.min(1_000, Number(scanner.attribute("c") ?? "1") || 1)));
    else if (scanner.code === T.tab) add("\t");
    else if (scanner.code === T.lineBreak) add("\n");
  }
  return { insertions, deletions };
}
