import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Columns } from "../../../rules/explore/explorer-model.ts";
import { LeafView } from "./leaf-view.tsx";
import type { Showing, Sides } from "./spans.tsx";

const showing: Showing = { choose: () => null, marks: true, comments: [], cards: "margin", fileId: "fil_1" };

/** Paragraphs 10 to 15 of a document, by their groups: "2(11 12)" are two columns. */
function groupsOf(columns: readonly Columns[], shown: Showing | Sides = showing): string {
  const blocks = [10, 11, 12, 13, 14, 15].map((at) => ({ k: "p" as const, s: [{ t: String(at) }] }));
  const markup = renderToStaticMarkup(
    <LeafView
      number={3}
      leaf={{ from: 10, blocks: 6, characters: 12, rows: 0 }}
      blocks={blocks}
      offset={0}
      showing={shown}
      height={100}
      headings={[]}
      columns={columns}
    />,
  );
  return [...markup.matchAll(/column-count:(\d)|<p[^>]*>(\d+)<\/p>/g)]
    .map(([, count, text]) => (count ? `${count}:` : text))
    .join(" ");
}

it("divides a leaf where the number of columns changes", () => {
  expect(groupsOf([])).toBe("10 11 12 13 14 15");
  expect(groupsOf([{ from: 11, to: 13, count: 2 }])).toBe("10 2: 11 12 13 14 15");
  expect(
    groupsOf([
      { from: 2, to: 11, count: 2 },
      { from: 14, to: 90, count: 3 },
    ]),
  ).toBe("2: 10 11 12 13 3: 14 15");
  expect(groupsOf([{ from: 90, to: 99, count: 2 }])).toBe("10 11 12 13 14 15");
});

it("shows the two sides of the edit without columns", () => {
  expect(groupsOf([{ from: 11, to: 13, count: 2 }], [showing, showing])).toBe("10 10 11 11 12 12 13 13 14 14 15 15");
});
