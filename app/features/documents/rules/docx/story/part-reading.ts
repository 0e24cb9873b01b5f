import { PLAIN_RUN, Remembered, type ParagraphLook, type RunLook } from "../docx-looks.ts";
import { scanXml } from "../docx-package.ts";
import { DOCX } from "../docx-vocabulary.ts";
import type { XmlScanner } from "../xml.ts";
import type { Change, Paragraph, ParagraphKind } from "../../readers/text-model.ts";
import type { Draft } from "./draft.ts";
import type { Story } from "./story.ts";

export type Field = {
  code: string;
  inResult: boolean;
  managed: boolean;
  toc: boolean;
  bibliography: boolean;
  link: boolean;
};
export type OpenLink = { target: string; draft: Draft | null; from: number };
export type Container = { carry: Draft | null };
export type Cell = { list: Paragraph[]; from: number };
export type Table = { index: number; row: number; column: number };
export type Author = { author: string; date: string; kind: Change["kind"] };

/** The state of reading one part, shared by the handlers of all element families. */
export class PartReading {
  readonly story: Story;
  /** The part's name in the package. */
  readonly name: string;
  readonly scanner: XmlScanner;
  /** The default paragraph kind in this part. */
  readonly base: ParagraphKind;
  /** Each note's paragraphs by id; null in the body, whose paragraphs go to the model. */
  readonly notes: Map<string, Paragraph[]> | null;

  // Text
  textDepth = 0;
  preserve = false;
  buffer = "";
  /** The position of the buffer's text in the part, character for character, or -1. Counting there avoids a copy. */
  verbatim = -1;

  // Runs and paragraphs
  draft: Draft | null = null;
  readonly drafts: Draft[] = [];
  readonly containers: Container[] = [];
  out: Paragraph[];
  look: RunLook = PLAIN_RUN;
  looks: ParagraphLook | null = null;
  /** Where the current run's properties begin while they're being learned, or -1. */
  learning = -1;
  // Few documents have more than a few hundred distinct properties, so each is read once. null: read each time.
  readonly runLooks = new Remembered<RunLook | null>();
  readonly paragraphLooks = new Remembered<ParagraphLook | null>();
  readonly tableProperties = new Remembered<boolean>();

  // Tracked changes
  readonly authors: Author[] = [];
  /** Counts of open revisions that remove text, and that add it. */
  dead = 0;
  live = 0;
  /** Whether the open run of an equation is removed, and who inserted or removed it. */
  runDead = 0;
  runBy: Author | null = null;
  /** Depths of rows and cells that are removed. */
  readonly gone: number[] = [];
  last: Change | null = null;

  // Fields and links
  readonly fields: Field[] = [];
  readonly links: OpenLink[] = [];
  targets: ReadonlyMap<string, string> | null = null;
  inCode = 0;
  managed = 0;
  toc = 0;
  bibliography = 0;
  /** For each open content control: whether it contains the reference list. */
  readonly controls: boolean[] = [];
  /** For each: whether it contains a citation. */
  readonly citing: boolean[] = [];

  // Tables, boxes, notes
  readonly tables: Table[] = [];
  readonly cells: Cell[] = [];
  boxes = 0;
  /** For each open choice: whether an alternative was taken. */
  readonly choices: boolean[] = [];
  noteSkipped = false;

  constructor(story: Story, name: string, base: ParagraphKind, notes: Map<string, Paragraph[]> | null) {
    this.story = story;
    this.name = name;
    this.scanner = scanXml(story.docx.zip, name, DOCX);
    this.base = base;
    this.notes = notes;
    this.out = notes ? [] : story.model.paragraphs;
  }
}

/** Handles an element. */
export type Handler = (part: PartReading) => void;
export type Handlers = Readonly<Record<number, Handler>>;
