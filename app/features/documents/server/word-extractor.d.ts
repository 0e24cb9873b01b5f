declare module "word-extractor" {
  type Extracted = {
    getBody(): string;
    getFootnotes(): string;
    getEndnotes(): string;
    getTextboxes(options?: { includeHeadersAndFooters?: boolean; includeBody?: boolean }): string;
  };
  export default class WordExtractor {
    extract(source: string | Buffer): Promise<Extracted>;
  }
}
