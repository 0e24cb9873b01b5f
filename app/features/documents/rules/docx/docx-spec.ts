/** What a .docx is built from (build-docx.ts). */

export type RunSpec = {
  text: string;
  bold?: boolean;
  italic?: boolean;
  superscript?: boolean;
  hidden?: boolean;
  /** Tracked: at most one of these four. `moveFrom` and `moveTo` name the move. */
  /** Inserted, then deleted by this person. */
  struckBy?: string;
  ins?: boolean;
  del?: boolean;
  moveFrom?: string;
  moveTo?: string;
  /** The run's tracked format change: it wasn't bold or italic before. */
  formatChanged?: boolean;
  /** The change's author and date (ISO 8601). Defaults to the document's `author` and `at`. */
  author?: string;
  at?: string;
  /** Text of a footnote or endnote at the end of the run. */
  footnote?: string;
  endnote?: string;
  /** Indices in `comments` anchored to this run. */
  comments?: readonly number[];
  /** A complex field: its code; `text` is the result. */
  field?: string;
  /** An equation after the text, as markup (m:oMath or m:oMathPara). */
  equation?: string | undefined;
};

export type ParagraphSpec = {
  text?: string;
  runs?: readonly RunSpec[];
  heading?: 1 | 2 | 3 | 4 | 5 | 6;
  style?: "Title" | "Author" | "Caption" | "Bibliography" | "Quote";
  /** The paragraph mark is tracked: a new paragraph, or one that's joined to the next. */
  mark?: "ins" | "del";
  author?: string;
  at?: string;
  /** Indices in `comments` anchored to the whole paragraph. */
  comments?: readonly number[];
};

export type TableSpec = {
  table: readonly (readonly (string | ParagraphSpec)[])[];
  /** Rows (from 0) that are tracked. */
  inserted?: readonly number[];
  deleted?: readonly number[];
};

export type CommentSpec = {
  text: string;
  author?: string;
  at?: string;
  /** Index of the parent comment. */
  replyTo?: number;
  resolved?: boolean;
};

export type DocxSpec = {
  paragraphs: readonly (ParagraphSpec | TableSpec)[];
  comments?: readonly CommentSpec[];
  /** In the document's properties. */
  title?: string;
  creator?: string;
  /** Default author and time of changes and comments. */
  author?: string;
  at?: string;
  trackRevisions?: boolean;
};
