const separatorOf = (text: string): string => {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  return [",", ";", "\t"].find((one) => header.includes(one)) ?? ",";
};

/**
 * The records of a CSV text, with quoted fields as RFC 4180 has them. Empty lines are left out.
 * @param most lines, without the header @param broken the error for a file that can't be read
 * @param separator the header's, unless given: comma, semicolon, or tab
 */
export function csvRecords(
  text: string,
  most: number,
  broken: (message: string) => Error,
  separator = separatorOf(text),
): string[][] {
  const records: string[][] = [[]];
  let field = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[i + 1] === '"') {
        field += '"';
        i++;
      } else quoted = false;
    } else if (char === '"' && field === "") quoted = true;
    else if (char === separator || char === "\n") {
      records.at(-1)!.push(field.replace(/\r$/, ""));
      field = "";
      if (char === "\n") records.push([]);
      if (records.length > most + 2)
        throw broken(`This file has more than ${most.toLocaleString("en-US")} lines. Divide it.`);
    } else field += char;
  }
  if (quoted) throw broken("A quotation mark in this CSV file is never closed.");
  records.at(-1)!.push(field);
  return records.filter((record) => record.some((one) => one.trim() !== ""));
}
