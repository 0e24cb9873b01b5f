import { hasPart, scanXml } from "../docx-package.ts";
import { isOn } from "../docx-styles.ts";
import { COMMENT_EX, DOCX, W } from "../docx-vocabulary.ts";
import { END, OPEN, TEXT, type XmlScanner } from "../xml.ts";
import type { TextModel } from "../../readers/text-model.ts";
import type { Story } from "./story.ts";

type Comment = TextModel["comments"][number];

/** The state of reading comments. */
type Reading = {
  story: Story;
  scanner: XmlScanner;
  current: Comment | null;
  lines: string[];
  inText: number;
  /** Comment ids by their paragraphs' ids, which replies refer to. */
  byParagraph: Map<string, string>;
};

/** Reads comments into the model, with the paragraph each is anchored to. */
export function readComments(story: Story, part: string): void {
  const scanner = scanXml(story.docx.zip, part, DOCX);
  const reading: Reading = { story, scanner, current: null, lines: [], inText: 0, byParagraph: new Map() };
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token === OPEN) open(reading);
    else if (token !== TEXT) close(reading);
    else if (reading.inText > 0) append(reading, scanner.text());
  }
  readThreads(story, reading.byParagraph);
}

function append({ lines }: Reading, text: string): void {
  if (lines.length > 0) lines[lines.length - 1] += text;
}

function open(reading: Reading): void {
  const { scanner } = reading;
  switch (scanner.code) {
    case W.comment:
      openComment(reading);
      break;
    case W.p: {
      reading.lines.push("");
      const paragraphId = scanner.attribute("paraId");
      if (paragraphId && reading.current) reading.byParagraph.set(paragraphId, reading.current.id);
      break;
    }
    case W.t:
      if (!scanner.selfClosing) reading.inText++;
      break;
    case W.br:
      append(reading, "\n");
      break;
    case W.tab:
      append(reading, "\t");
      break;
    case W.rPrChange:
    case W.pPrChange:
      scanner.skip();
      break;
  }
}

function openComment(reading: Reading): void {
  const { scanner, story } = reading;
  const id = scanner.attribute("id") ?? "";
  reading.current = {
    id,
    author: scanner.attribute("author") ?? "",
    date: scanner.attribute("date") ?? "",
    text: "",
    replyTo: null,
    resolved: false,
    paragraph: story.anchors.get(id) ?? null,
  };
  reading.lines = [];
  if (scanner.selfClosing) story.model.comments.push(reading.current);
}

function close(reading: Reading): void {
  const { scanner, current } = reading;
  if (scanner.code === W.t) reading.inText--;
  else if (scanner.code === W.comment && current) {
    current.text = reading.lines.join("\n").trim();
    reading.story.model.comments.push(current);
    reading.current = null;
  }
}

/** Which comments are resolved, and which are replies. */
function readThreads({ docx, model }: Story, byParagraph: ReadonlyMap<string, string>): void {
  if (!docx.commentsExtended || !hasPart(docx.zip, docx.commentsExtended)) return;
  const byId = new Map(model.comments.map((comment) => [comment.id, comment]));
  const extended = scanXml(docx.zip, docx.commentsExtended, DOCX);
  for (let token = extended.next(); token !== END; token = extended.next()) {
    if (token !== OPEN || extended.code !== COMMENT_EX) continue;
    const comment = byId.get(byParagraph.get(extended.attribute("paraId") ?? "") ?? "");
    if (!comment) continue;
    comment.resolved = isOn(extended.attribute("done") ?? "0");
    comment.replyTo = byParagraph.get(extended.attribute("paraIdParent") ?? "") ?? null;
  }
}
