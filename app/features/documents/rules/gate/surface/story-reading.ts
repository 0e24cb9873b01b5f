import { XmlScanner } from "../../docx/xml.ts";
import { VOCABULARY } from "./surface-vocabulary.ts";
import { NO_ATOMS, NO_LINKS, NO_SPANS, type SurfaceLine, type Target } from "./surface.ts";
import type { Atom, Relations } from "./surface-atoms.ts";
import type { SurfaceDocument } from "./document.ts";
import type { Row, Table } from "./tables.ts";

export type OpenLink = { target: string; draft: Draft | null; from: number };
export type Field = { code: string; inResult: boolean; managed: boolean; atom: Atom | null; link: OpenLink | null };
/** A paragraph being read. */
export type Draft = SurfaceLine & {
  look: number;
  managed: boolean;
  after: SurfaceLine[];
};
export type Container = { lines: SurfaceLine[]; /** Where its lines start. */ from: number };
/** Reads a story within this one, such as a text box's. */
export type ReadInner = (xml: string) => SurfaceLine[];

/** The state of reading one story, shared by the handlers of all element families. */
export class StoryReading {
  readonly document: SurfaceDocument;
  readonly xml: string;
  readonly scanner: XmlScanner;
  readonly relations: Relations;
  /** Each note's lines by id; null in other stories. */
  readonly notes: Map<string, SurfaceLine[]> | null;
  readonly readInner: ReadInner;
  all: SurfaceLine[] = [];
  containers: Container[] = [{ lines: this.all, from: 0 }];
  readonly drafts: Draft[] = [];
  draft: Draft | null = null;
  readonly fields: Field[] = [];
  readonly links: OpenLink[] = [];
  readonly tables: Table[] = [];
  readonly rows: Row[] = [];
  /** Bookmarks that begin here and whose paragraph isn't known yet, and those that are open, and comments. */
  waiting: Target[] = [];
  readonly open = new Map<string, Target>();
  /** For each open choice: whether an alternative was taken. */
  readonly choices: boolean[] = [];
  inCode = 0;
  managed = 0;
  look = 0;
  startsCell = false;
  textDepth = 0;
  preserve = false;
  buffer = "";
  noteSkipped = false;

  constructor(
    document: SurfaceDocument,
    xml: string,
    relations: Relations,
    notes: Map<string, SurfaceLine[]> | null,
    readInner: ReadInner,
  ) {
    this.document = document;
    this.xml = xml;
    this.scanner = new XmlScanner(xml, VOCABULARY);
    this.relations = relations;
    this.notes = notes;
    this.readInner = readInner;
  }

  /** The innermost open container: the story, a note, or a cell. */
  get container(): Container {
    return this.containers.at(-1) as Container;
  }

  /** Whether the current content is visible to the reader. */
  get shows(): boolean {
    return this.draft !== null && this.inCode === 0 && this.managed === 0 && !this.noteSkipped;
  }

  /** The raw content of the element just opened, which is then skipped. */
  takeContent(): string {
    const { scanner, xml } = this;
    if (scanner.selfClosing) return "";
    const from = scanner.end;
    const end = scanner.contentEnd();
    if (end >= 0) {
      scanner.leap(end);
      return xml.slice(from, end);
    }
    scanner.skip();
    return xml.slice(from, scanner.start);
  }

  /** The whole element just opened, as written, which is then skipped. */
  takeElement(): string {
    const { scanner, xml } = this;
    const from = scanner.start;
    scanner.skip();
    return xml.slice(from, scanner.end);
  }

  emit(line: SurfaceLine, after: readonly SurfaceLine[] = []): void {
    const { lines } = this.container;
    lines.push(line);
    for (const one of after) lines.push(one);
  }

  feed(text: string): void {
    if (text === "" || !this.shows) return;
    const here = this.draft as Draft;
    if (here.look !== this.look) {
      if (here.spans === NO_SPANS) here.spans = [];
      here.spans.push(here.text.length, this.look);
      here.look = this.look;
    }
    here.text += text;
  }

  /** Adds something other than a letter to the paragraph. `mark` represents it in the text. */
  place(atom: Atom, mark: string | null): void {
    const here = this.draft as Draft;
    if (mark !== null) {
      const at = here.text.length;
      this.feed(mark);
      atom.at = at;
    }
    if (here.atoms === NO_ATOMS) here.atoms = [];
    here.atoms.push(atom);
  }

  openLink(target: string): OpenLink {
    return { target, draft: this.draft, from: this.draft?.text.length ?? 0 };
  }

  closeLink(link: OpenLink | null | undefined): void {
    const { draft } = this;
    if (!link || link.target === "" || link.draft !== draft || !draft || draft.text.length === link.from) return;
    if (draft.links === NO_LINKS) draft.links = [];
    const last = draft.links.at(-1);
    if (last && last.to === link.from && last.target === link.target) last.to = draft.text.length;
    else draft.links.push({ from: link.from, to: draft.text.length, target: link.target });
  }
}

/** Handles an element. */
export type Handler = (story: StoryReading) => void;
export type Handlers = Readonly<Record<number, Handler>>;

/** Skips the element just opened, which is irrelevant here. */
export const leaveOut: Handler = (story) => {
  story.takeContent();
};
