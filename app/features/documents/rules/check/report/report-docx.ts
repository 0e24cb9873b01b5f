import { count } from "#app/platform/rules/core/count.ts";
import { buildDocx } from "../../docx/build-docx.ts";
import type { ParagraphSpec } from "../../docx/docx-spec.ts";
import type { Finding } from "../finding.ts";
import { introOf, sectionsOf } from "./report.ts";

/** A finding, and what the report says about it besides: "Kept on purpose. Reason: ...". */
export type SaidFinding = Finding & { status?: string };

/** The report as a Word file. @param name of the manuscript */
export function reportDocx(name: string, findings: readonly SaidFinding[]): Buffer {
  const paragraphs: ParagraphSpec[] = [
    { heading: 1, text: "Consistency check" },
    { text: `${name}: ${introOf(findings)}` },
  ];
  for (const section of sectionsOf(findings)) {
    paragraphs.push({ heading: 2, text: section.title });
    for (const one of section.findings) {
      paragraphs.push({ text: one.status ? `${one.message} (${one.status})` : one.message });
      for (const place of one.places)
        paragraphs.push({ text: `    ${place.section ? `${place.section}: ` : ""}… ${place.text} …` });
      if (one.total > one.places.length)
        paragraphs.push({ text: `    and ${count(one.total - one.places.length, "more place")}` });
    }
  }
  return buildDocx({ paragraphs });
}
