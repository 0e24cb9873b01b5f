import { describe, expect, it } from "vitest";
import { chartMarkup, docxOfBody } from "../../testing/docx-of-body.ts";
import { exploreDocx } from "./explore-docx.ts";
import type { Chart } from "./explorer-model.ts";

const points = (values: readonly (string | number | null)[]): string =>
  `<c:ptCount val="${values.length}"/>${values.map((one, i) => (one === null ? "" : `<c:pt idx="${i}"><c:v>${one}</c:v></c:pt>`)).join("")}`;
const words = (name: string, values: readonly string[]): string =>
  `<c:${name}><c:strRef><c:f>Sheet1!A1</c:f><c:strCache>${points(values)}</c:strCache></c:strRef></c:${name}>`;
const numbers = (name: string, values: readonly (number | null)[], format = "General"): string =>
  `<c:${name}><c:numRef><c:f>Sheet1!B1</c:f><c:numCache><c:formatCode>${format}</c:formatCode>${points(values)}</c:numCache></c:numRef></c:${name}>`;
const series = (name: string, ...parts: string[]): string => `<c:ser>${words("tx", [name])}${parts.join("")}</c:ser>`;
const heading = (text: string): string =>
  `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
const scale = (name: string, at: string, inner = "", title = ""): string =>
  `<c:${name}><c:scaling>${inner}</c:scaling><c:axPos val="${at}"/>${title && heading(title)}</c:${name}>`;
const AXES = scale("catAx", "b") + scale("valAx", "l");

function explored(area: string, title = ""): ReturnType<typeof exploreDocx> {
  const xml = `<?xml version="1.0"?><c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart>${title}<c:plotArea>${area}</c:plotArea></c:chart></c:chartSpace>`;
  return exploreDocx(docxOfBody(`<w:p><w:r>${chartMarkup("c1")}</w:r></w:p>`, { charts: { c1: xml } }));
}
function chartOf(area: string, title = ""): Chart | undefined {
  const [block] = explored(area, title).blocks;
  return block?.k === "p" ? block.s.find((span) => span.pic)?.pic?.chart : undefined;
}
const RAIN = series("Rain", words("cat", ["North &amp; east", "South"]), numbers("val", [12.5, 3]));

describe("a chart's figures", () => {
  it("are its series, labels, and titles", () => {
    const chart = chartOf(
      `<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/>${RAIN}${series("Snow", numbers("val", [null, -2]))}</c:barChart>` +
        scale("catAx", "b", "", "Site") +
        scale("valAx", "l", '<c:min val="-5"/>', "Millimeters"),
      heading("Rain and snow"),
    );
    expect(chart).toEqual({
      title: "Rain and snow",
      shape: "columns",
      labels: ["North & east", "South"],
      series: [
        { name: "Rain", values: [12.5, 3] },
        { name: "Snow", values: [null, -2] },
      ],
      x: "Site",
      y: "Millimeters",
      from: -5,
    });
  });

  it("are stacked, lie, and run upward as in Word", () => {
    const bars = (grouping: string, order = ""): Chart | undefined =>
      chartOf(
        `<c:barChart><c:barDir val="bar"/><c:grouping val="${grouping}"/>${RAIN}</c:barChart>${scale("catAx", "l", order)}${scale("valAx", "b")}`,
      );
    expect(bars("stacked")).toMatchObject({ shape: "bars", stacked: "sum", upward: true });
    expect(bars("percentStacked", '<c:orientation val="maxMin"/>')).not.toHaveProperty("upward");
  });

  it("can be columns with a line, points across, and parts of a whole", () => {
    expect(
      chartOf(
        `<c:barChart><c:barDir val="col"/>${RAIN}</c:barChart><c:lineChart>${series("Mean", numbers("val", [7, 7]))}</c:lineChart>${AXES}`,
      )?.series,
    ).toEqual([
      { name: "Rain", values: [12.5, 3] },
      { name: "Mean", values: [7, 7], line: true },
    ]);
    expect(
      chartOf(
        `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:ser><c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${numbers("xVal", [1, 4])}${numbers("yVal", [2, 8])}</c:ser></c:scatterChart>${scale("valAx", "b", "", "Age")}${scale("valAx", "l", "", "Height")}`,
      ),
    ).toEqual({
      title: "",
      shape: "points",
      labels: [],
      series: [{ name: "Series 1", values: [2, 8], at: [1, 4] }],
      x: "Age",
      y: "Height",
    });
    expect(chartOf(`<c:doughnutChart>${RAIN}</c:doughnutChart>`)).toMatchObject({ shape: "parts", hole: true });
  });

  it("has dates as the file's format writes them, and shares in percent", () => {
    const line = `<c:lineChart>${series("Wet", numbers("cat", [43_831, 43_862], "mmm\\-yy"), numbers("val", [0.2, 0.25], "0%"))}</c:lineChart>`;
    expect(chartOf(line + scale("dateAx", "b") + scale("valAx", "l"))).toMatchObject({
      labels: ["Jan 2020", "Feb 2020"],
      percent: true,
    });
  });

  it.each([
    ["of another kind", `<c:radarChart>${RAIN}</c:radarChart>${AXES}`],
    ["on two scales", `<c:lineChart>${RAIN}</c:lineChart>${AXES}${scale("valAx", "r")}`],
    ["on a logarithmic scale", `<c:lineChart>${RAIN}</c:lineChart>${scale("valAx", "l", '<c:logBase val="10"/>')}`],
    ["upside down", `<c:lineChart>${RAIN}</c:lineChart>${scale("valAx", "l", '<c:orientation val="maxMin"/>')}`],
    ["of stacked lines", `<c:lineChart><c:grouping val="stacked"/>${RAIN}${RAIN}</c:lineChart>${AXES}`],
    [
      "of stacked columns with a line",
      `<c:barChart><c:barDir val="col"/><c:grouping val="stacked"/>${RAIN}</c:barChart><c:lineChart>${RAIN}</c:lineChart>${AXES}`,
    ],
    ["of several rings", `<c:doughnutChart>${RAIN}${RAIN}</c:doughnutChart>`],
    ["without figures", `<c:lineChart>${series("None")}</c:lineChart>${AXES}`],
    ["of kinds that don't go together", `<c:lineChart>${RAIN}</c:lineChart><c:areaChart>${RAIN}</c:areaChart>${AXES}`],
  ])("aren't drawn %s", (_, area) => {
    expect(chartOf(area)).toBeUndefined();
    expect(explored(area).notes).toEqual([
      "One picture, chart, or diagram can't be shown here. Open the file in Word to see it.",
    ]);
  });

  it("says that colors and fonts are different", () => {
    expect(explored(`<c:pieChart>${RAIN}</c:pieChart>`).notes).toEqual([
      "Charts are drawn from their figures. Their colors and fonts are different in Word.",
    ]);
  });

  it("leaves a damaged chart a frame", () => {
    expect(explored("<c:lineChart>").notes[0]).toMatch(/can't be shown here/);
  });
});
