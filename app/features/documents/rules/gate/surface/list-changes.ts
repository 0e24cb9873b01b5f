/** Compares the numbers and bullets that Word gives to lists. */
import type { SurfaceLine } from "./surface.ts";
import { AROUND, type SurfaceReport, UNDO_ONLY, shortened } from "./surface-report.ts";

const labelOf = (line: SurfaceLine): string => line.label.replace(/\u0001.*$/s, "");
const isBullet = (line: SurfaceLine): boolean => line.label.endsWith("\u0001bullet");

/** Paragraphs in a row whose numbers differ are one change. */
export class ListChanges {
  private readonly report: SurfaceReport;
  private open: { one: SurfaceLine; two: SurfaceLine; others: number } | null = null;

  constructor(report: SurfaceReport) {
    this.report = report;
  }

  compare(one: SurfaceLine, two: SurfaceLine): void {
    if (one.label === two.label) {
      if (one.label !== "") this.settle();
      return;
    }
    if (two.label !== "" && (one.label === "" || isBullet(one))) {
      if (isBullet(two) && one.label !== "")
        this.report.looks.push({
          kind: "formatting",
          paragraph: one.number,
          words: shortened(one.text),
          what: `bullet: ${labelOf(one)} → ${labelOf(two)}`,
        });
      // A new number is a change of the list, which is listed.
      return;
    }
    if (isBullet(one)) return;
    if (this.open) this.open.others++;
    else this.open = { one, two, others: 0 };
  }

  /** Tells of the paragraphs so far. */
  settle(): void {
    const { open } = this;
    this.open = null;
    if (!open) return;
    const { one, two, others } = open;
    const [was, is] = [labelOf(one), labelOf(two)];
    const more =
      others === 0 ? "" : ` (here and in ${others === 1 ? "one other paragraph" : `${others} other paragraphs`})`;
    this.report.say(
      one,
      is === ""
        ? `The number “${was}” of a list was removed${more}.`
        : was === is
          ? `The list with the number “${was}” has another format now${more}.`
          : `The number “${was}” of a list is now “${is}”${more}.`,
      UNDO_ONLY,
      { leading: "", trailing: shortened(one.text.slice(0, AROUND)) },
    );
  }
}
