/** Reads ISO 20022 messages as trees of elements with local names. Limited in size, and without DTDs. */
import { CLOSE, END, OPEN, TEXT, XmlScanner } from "#app/features/documents/rules/docx/xml.ts";
import { decodeXml } from "#app/features/documents/rules/docx/xml-text.ts";
import { Refused } from "#app/features/documents/rules/readers/refusal.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { digitsOf, minorOfDigits } from "#app/platform/rules/core/money.ts";

export type BankElement = { name: string; text: string; currency: string | null; children: BankElement[] };

/** The largest number of elements in one message. */
const MAX_ELEMENTS = 2_000_000;
const MAX_DEPTH = 60;

const NO_WORDS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map();
const local = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * A bank's file as text: honors byte order marks and the encoding that XML declares, otherwise UTF-8.
 * @throws invalid for an encoding that we don't know
 */
export function decodeBankFile(bytes: Uint8Array): string {
  try {
    return decodeXml(Buffer.from(bytes));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw invalid(
      "bank_file_encoding",
      "This file is in an encoding we can't read.",
      "Ask your bank for it in UTF-8. Nothing was booked.",
    );
  }
}

/** The root element, or null if this isn't well-formed, has a DTD, or is larger than a bank's message can be. */
export function readBankXml(xml: string): BankElement | null {
  try {
    return treeOf(xml);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

function treeOf(xml: string): BankElement | null {
  const scanner = new XmlScanner(xml, NO_WORDS);
  const open: BankElement[] = [];
  let root: BankElement | null = null;
  for (let elements = 0; ;) {
    const token = scanner.next();
    if (token === END) return root;
    if (token === OPEN) {
      if (++elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) return null;
      const element = { name: local(scanner.name), text: "", currency: scanner.attribute("Ccy"), children: [] };
      const parent = open.at(-1);
      if (parent) parent.children.push(element);
      else if (root) return null;
      else root = element;
      if (!scanner.selfClosing) open.push(element);
    } else if (token === CLOSE) open.pop();
    else if (token === TEXT) open.at(-1)!.text += scanner.text();
  }
}

/** The elements at a path of names below an element. */
export function allAt(of: BankElement, ...path: string[]): BankElement[] {
  let found = [of];
  for (const name of path) found = found.flatMap((e) => e.children.filter((c) => c.name === name));
  return found;
}

/** The first element at a path, or null. */
export const at = (of: BankElement, ...path: string[]): BankElement | null => allAt(of, ...path)[0] ?? null;

/** The trimmed text at a path, or "". */
export const textAt = (of: BankElement, ...path: string[]): string => at(of, ...path)?.text.trim() ?? "";

/** A decimal amount in minor units of its currency, or null if it isn't one. */
export function bankAmount(text: string, currency: string): number | null {
  const parts = /^(\d{1,13})(?:\.(\d{1,5}))?$/.exec(text.trim());
  return parts ? minorOfDigits(parts[1]!, parts[2] ?? "", digitsOf(currency)) : null;
}
