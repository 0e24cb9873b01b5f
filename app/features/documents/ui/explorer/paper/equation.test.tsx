import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { exploreDocx } from "../../../rules/explore/explore-docx.ts";
import { afterEdit, beforeEdit, type Choose } from "../../../rules/explore/explorer-model.ts";
import { docxOfBody } from "../../../testing/docx-of-body.ts";
import { EquationView } from "./equation.tsx";
import { FormulaEdit } from "./plain-equation.tsx";

const letters = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const by = 'w:author="Ed" w:date="2026-11-21T10:00:00Z"';
const tracked = (kind: string, id: number, inner: string): string =>
  `<w:${kind} w:id="${id}" ${by}>${inner}</w:${kind}>`;
const fraction = (above: string, below: string, properties = ""): string =>
  `<m:f><m:fPr>${properties}</m:fPr><m:num>${above}</m:num><m:den>${below}</m:den></m:f>`;
const equation = (inner: string): string => `<m:oMath>${inner}</m:oMath>`;

/** The equations of a paragraph as markup, without what only the style sheet and the keyboard need. */
function shown(paragraph: string, choose: Choose, marks = true): string {
  const [block] = exploreDocx(docxOfBody(`<w:p>${paragraph}</w:p>`)).blocks;
  return (block?.k === "p" ? block.s : [])
    .flatMap((span) =>
      span.math ? [renderToStaticMarkup(<EquationView equation={span.math} choose={choose} marks={marks} />)] : [],
    )
    .join("")
    .replace(/ (?:class|tabindex|data-wide)="[^"]*"/g, "")
    .replace(/<\/?span>/g, "");
}
const open: Choose = () => null;
/** What a screen reader says. */
const said = (markup: string): string => markup.replace(/<[^>]*>/g, "");

describe("an equation with tracked changes", () => {
  const changed = equation(
    letters("m=") + fraction(tracked("del", 1, letters("s")) + tracked("ins", 2, letters("t")), letters("n")),
  );
  it("marks the letters inside, and says which they are", () => {
    expect(shown(changed, open)).toBe(
      '<math><mi>m</mi><mo>=</mo><mfrac><mrow><mrow data-c="1" data-state="del"><mtext data-said="">deleted: </mtext><mi>s</mi></mrow><mrow data-c="2" data-state="ins"><mtext data-said="">inserted: </mtext><mi>t</mi></mrow></mrow><mrow><mi>n</mi></mrow></mfrac></math>',
    );
  });

  it("is the original on one side, the edited one on the other, and plain once it's decided", () => {
    expect(said(shown(changed, beforeEdit(open)))).toBe("m=deleted: sn");
    expect(said(shown(changed, afterEdit(open)))).toBe("m=inserted: tn");
    expect(said(shown(changed, () => "accept"))).toBe("m=tn");
    expect(said(shown(changed, () => "reject"))).toBe("m=sn");
  });

  it("marks a fraction that goes while its letters stay", () => {
    const control = `<m:ctrlPr>${tracked("del", 1, "")}</m:ctrlPr>`;
    const markup = shown(equation(fraction(letters("a"), letters("b"), control)), open);
    expect(markup).toContain('<mrow data-c="1" data-around="del">');
    expect(said(markup)).toBe("structure deleted: ab");
  });
});

describe("an equation that was replaced as a whole", () => {
  const replaced = tracked("del", 1, equation(letters("a+b=c"))) + tracked("ins", 2, equation(letters("a-b=c")));
  it("marks what differs from the other", () => {
    const markup = shown(replaced, open);
    expect(markup).toContain(
      '<math><mrow data-c="1" data-around="del"><mtext data-said="">deleted: </mtext><mi>a</mi><mrow data-state="del"><mtext data-said="">changed: </mtext><mo>+</mo></mrow><mi>b</mi>',
    );
    expect(said(markup)).toBe("deleted: achanged: +b=cinserted: achanged: \u2212b=c");
    expect(said(shown(replaced, open, false))).toBe("a+b=ca\u2212b=c");
  });

  it("is one formula on each side, and has no marks once it's decided", () => {
    expect(said(shown(replaced, beforeEdit(open)))).toBe("deleted: achanged: +b=c");
    expect(said(shown(replaced, afterEdit(open)))).toBe("inserted: achanged: \u2212b=c");
    expect(said(shown(replaced, () => "accept"))).toBe("a\u2212b=c");
  });

  it("is marked as a whole if it has little in common with the other", () => {
    const other = tracked("del", 1, equation(letters("a"))) + tracked("ins", 2, equation(letters("x=y")));
    expect(shown(other, open)).toContain('data-state="ins"><mtext data-said="">inserted: </mtext><mi>x</mi><mo>=</mo>');
  });
});

describe("a formula's edit in a list", () => {
  it("marks neighbors that differ once, and says so", () => {
    const mi = (t: string, d?: 1) => ({ n: "mi" as const, t, ...(d && { d }) });
    const markup = renderToStaticMarkup(
      <FormulaEdit
        edit={{
          section: "",
          paragraph: 1,
          leading: "",
          before: "",
          after: "",
          trailing: "",
          formula: { before: [mi("a"), mi("b", 1), mi("c", 1)], after: [mi("a"), mi("d", 1)] },
        }}
      />,
    );
    expect(said(markup)).toBe("achanged: bc achanged: d");
    expect(markup.match(/data-part/g)).toHaveLength(3);
  });
});
