/** A one-page PDF that says it's a specimen: what the demo's editors sent as documents. */
export function specimenPdf(lines: readonly string[]): Buffer {
  const shown = ["SPECIMEN", ...lines].map((line, i) => {
    const plain = line.replaceAll(/[^\x20-\x7e]/g, "?").replaceAll(/([\\()])/g, "\\$1");
    return `BT /F1 ${i === 0 ? 28 : 16} Tf 60 ${760 - i * 40} Td (${plain}) Tj ET`;
  });
  const stream = shown.join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = "%PDF-1.4\n";
  const offsets: number[] = [];
  for (const [i, object] of objects.entries()) {
    offsets.push(body.length);
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = body.length;
  const table = offsets.map((o) => `${String(o).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    "latin1",
  );
}
