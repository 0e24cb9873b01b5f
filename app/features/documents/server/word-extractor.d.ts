declare module "word-extractor/lib/buffer-reader.js" {
  export default class BufferReader {
    constructor(bytes: Buffer);
  }
}

declare module "word-extractor/lib/word-ole-extractor.js" {
  import type BufferReader from "word-extractor/lib/buffer-reader.js";

  /** Letters that follow each other in the file, and where they are in the text and the stream. */
  type Piece = {
    text: string;
    unicode: boolean;
    startCp: number;
    endCp: number;
    length: number;
    startFilePos: number;
    /** In bytes. */
    size: number;
  };
  type Lengths = Record<"ccpText" | "ccpFtn" | "ccpHdd" | "ccpAtn" | "ccpEdn" | "ccpTxbx", number>;

  export default abstract class WordOleExtractor<Document> {
    protected _pieces: Piece[];
    protected _boundaries: Lengths;
    extract(reader: BufferReader): Promise<Document>;
    /** Fills the pieces. Later, ends of table rows become line ends in them. */
    protected writePieces(stream: Buffer, table: Buffer): void;
    /** Makes zeros of deleted letters in the pieces. */
    protected writeCharacterProperties(stream: Buffer, table: Buffer): void;
    protected abstract buildDocument(): Document;
  }
}
