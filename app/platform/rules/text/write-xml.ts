/** XML that's written from data: elements with text, and elements with elements. */

export type Xml = string;
export type Attributes = Readonly<Record<string, string>>;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
/** Text for content and attributes, without the characters that XML doesn't have. */
export const xmlText = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu, "")
    .replace(/[&<>"']/g, (c) => ESCAPES[c]!);
const begin = (tag: string, attributes: Attributes): string =>
  `<${tag}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xmlText(value)}"`)
    .join("")}>`;

/** An element with text. */
export const textElement = (tag: string, value: string, attributes: Attributes = {}): Xml =>
  `${begin(tag, attributes)}${xmlText(value)}</${tag}>`;
/** An element with elements, without those that are null. */
export const element = (tag: string, ...children: readonly (Xml | null)[]): Xml =>
  `<${tag}>${children.filter((child) => child !== null).join("")}</${tag}>`;
