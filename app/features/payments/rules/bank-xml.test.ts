import { expect, test } from "vitest";
import { decodeBankFile, readBankXml, textAt } from "./bank-xml.ts";

const name = (bytes: Uint8Array) => textAt(readBankXml(decodeBankFile(bytes))!, "Nm");

test("a bank's file is read in the encoding that it declares, and otherwise as UTF-8", () => {
  expect(name(Buffer.from("<Document><Nm>Jürgen</Nm></Document>"))).toBe("Jürgen");
  const declared = '<?xml version="1.0" encoding="ISO-8859-1"?><Document><Nm>Jürgen</Nm></Document>';
  expect(name(Buffer.from(declared, "latin1"))).toBe("Jürgen");
  expect(name(Buffer.from(`\ufeff${declared.replace("ISO-8859-1", "UTF-16")}`, "utf16le"))).toBe("Jürgen");
});

test("a bank's file in an unknown encoding is refused with advice", () => {
  const file = Buffer.from('<?xml version="1.0" encoding="klingon"?><Document/>');
  expect(() => decodeBankFile(file)).toThrow(expect.objectContaining({ kind: "invalid", code: "bank_file_encoding" }));
});
