/** Reads a chart of a Word file (DrawingML charts, ECMA-376 part 1, 21.2): its figures, not its colors and fonts. */
import { unescapeXml } from "../docx/xml-text.ts";
import { childNamed, isOnIn, localOf, type Node, valueIn } from "../docx/xml-tree.ts";
import type { Chart, ChartSeries } from "./explorer-model.ts";

type Shape = Chart["shape"];

/** Plots that have a drawing. Those in three dimensions are drawn flat. */
const SHAPES: Readonly<Record<string, Shape>> = {
  barChart: "columns",
  bar3DChart: "columns",
  lineChart: "lines",
  line3DChart: "lines",
  areaChart: "areas",
  area3DChart: "areas",
  pieChart: "parts",
  pie3DChart: "parts",
  doughnutChart: "parts",
  scatterChart: "points",
};
const MOST_SERIES = 12;
const MOST_POINTS = 400;
const LONGEST = 200;

/**
 * A chart's figures, from the values that the file keeps for it. Null if it can't be drawn truly from them alone: other
 * kinds of charts, two scales, a logarithmic or reversed scale, stacked lines, several rings, days counted from 1904, or
 * more than can be told apart.
 */
export function readChart(part: Node): Chart | null {
  const chart = childNamed(childNamed(part, "chartSpace"), "chart");
  const area = childNamed(chart, "plotArea");
  if (!chart || !area || isOnIn(childNamed(part, "chartSpace"), "date1904")) return null;
  const plots = area.children.filter((one) => localOf(one).endsWith("Chart"));
  const [plot] = plots;
  const shape = plot && shapeOf(plot);
  const axes = axesOf(area, shape === "points" ? 2 : 1);
  if (!plot || !shape || !axes) return null;
  const all = plots.flatMap((one) => seriesOf(one, shape));
  const series = all.filter((one) => one !== null);
  const length = Math.max(0, ...series.map((one) => one.values.length));
  if (series.length < all.length || length === 0 || series.length > MOST_SERIES || length > MOST_POINTS) return null;
  const stacked = STACKS[valueIn(plot, "grouping") ?? ""];
  if (!hasDrawing(shape, series, stacked)) return null;
  const percent = numbersOf(childNamed(plot, "ser"), shape === "points" ? "yVal" : "val").format.includes("%");
  return {
    title: titleOf(chart) || titleBySeries(chart, series),
    shape,
    labels: shape === "points" ? [] : labelsOf(plot, length),
    series,
    ...(stacked && { stacked }),
    ...(localOf(plot) === "doughnutChart" && { hole: true as const }),
    ...(percent && { percent: true as const }),
    // Word puts the first bar at the bottom.
    ...(shape === "bars" && !axes.backward && { upward: true as const }),
    ...(axes.x !== "" && { x: axes.x }),
    ...(axes.y !== "" && { y: axes.y }),
    ...(axes.from !== undefined && { from: axes.from }),
    ...(axes.to !== undefined && { to: axes.to }),
  };
}

const STACKS: Readonly<Record<string, Chart["stacked"]>> = { stacked: "sum", percentStacked: "share" };

/** Lines have no stacks, alone or among columns, and a round chart has one ring. */
const hasDrawing = (shape: Shape, series: readonly ChartSeries[], stacked: Chart["stacked"]): boolean =>
  shape === "parts" ? series.length === 1 : !stacked || (shape !== "lines" && !series.some((one) => one.line));

function shapeOf(plot: Node): Shape | undefined {
  const shape = SHAPES[localOf(plot)];
  return shape === "columns" && valueIn(plot, "barDir") === "bar" ? "bars" : shape;
}

/** A plot's series. Null for one that can't be drawn with the first plot's. */
function seriesOf(plot: Node, first: Shape): (ChartSeries | null)[] {
  const shape = shapeOf(plot);
  const beside = shape === first || (first === "columns" && shape === "lines");
  return plot.children
    .filter((one) => localOf(one) === "ser")
    .map((ser, at) => {
      if (!beside) return null;
      const { values } = numbersOf(ser, shape === "points" ? "yVal" : "val");
      const name = wordsOf(childNamed(ser, "tx"))[0] ?? `Series ${at + 1}`;
      if (shape !== "points") return { name, values, ...(shape !== first && { line: true as const }) };
      const { values: xs } = numbersOf(ser, "xVal");
      const at0 = xs.some((x) => x !== null) ? xs : values.map((_, i) => i + 1);
      const lined = valueIn(plot, "scatterStyle") !== "lineMarker" || !isUnlined(ser);
      return { name, values, at: at0, ...(lined && { line: true as const }) };
    });
}

/** Whether its points aren't joined: Word says so by a line without a color. */
const isUnlined = (ser: Node): boolean => childNamed(childNamed(childNamed(ser, "spPr"), "ln"), "noFill") !== undefined;

type Axes = { x: string; y: string; from?: number; to?: number; backward: boolean };

/** @param scales how many scales of values a chart of its kind has */
function axesOf(area: Node, scales: number): Axes | null {
  const values = area.children.filter((one) => localOf(one) === "valAx");
  if (values.length > scales) return null;
  const upright = values.find((one) => !/^[bt]$/.test(valueIn(one, "axPos") ?? ""));
  const own = scales === 2 ? upright : values[0];
  const flat =
    scales === 2
      ? values.find((one) => one !== upright)
      : area.children.find((one) => /^(?:cat|date)Ax$/.test(localOf(one)));
  for (const axis of values) {
    const scale = childNamed(axis, "scaling");
    if (childNamed(scale, "logBase") || valueIn(scale, "orientation") === "maxMin") return null;
  }
  const scale = childNamed(own, "scaling");
  const [from, to] = [valueIn(scale, "min"), valueIn(scale, "max")].map((text) => finite(text));
  return {
    x: flat ? titleOf(flat) : "",
    y: own ? titleOf(own) : "",
    ...(typeof from === "number" && { from }),
    ...(typeof to === "number" && { to }),
    backward: valueIn(childNamed(flat, "scaling"), "orientation") === "maxMin",
  };
}

const finite = (text: string | null): number | null =>
  text === null || text.trim() === "" || !Number.isFinite(Number(text)) ? null : Number(text);

/** A title without words of its own is the name of the only series. */
const titleBySeries = (chart: Node, series: readonly ChartSeries[]): string =>
  series.length === 1 && childNamed(chart, "title") ? (series[0]?.name ?? "") : "";

function titleOf(holder: Node): string {
  const text = childNamed(childNamed(holder, "title"), "tx");
  return text ? cut(textIn(text, "t") || (wordsOf(text)[0] ?? "")) : "";
}

const cut = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, LONGEST);

/** The text of all elements of one name. */
const textIn = (node: Node, name: string): string =>
  node.children.map((one) => (localOf(one) === name ? saidIn(one) : textIn(one, name))).join("");
const saidIn = (node: Node): string => unescapeXml(node.children.map((one) => one.raw).join(""));

/** The values that a file keeps of cells: of one row of labels, or of numbers. */
function cacheOf(holder: Node | undefined): Node | undefined {
  for (const one of holder?.children ?? []) {
    const local = localOf(one);
    if (/^(?:str|num)(?:Cache|Lit)$/.test(local)) return one;
    // Of labels in several rows, the first is the closest to the axis.
    if (local === "multiLvlStrCache") return childNamed(one, "lvl");
    if (local.endsWith("Ref")) return cacheOf(one);
  }
  return undefined;
}

/** What a cache has at each place, from 0. */
function pointsOf(cache: Node | undefined): Map<number, string> {
  const points = new Map<number, string>();
  for (const one of cache?.children ?? []) {
    if (localOf(one) !== "pt") continue;
    const index = Number(/\sidx\s*=\s*["'](\d{1,6})["']/.exec(one.raw)?.[1] ?? "");
    const value = childNamed(one, "v");
    if (value) points.set(index, saidIn(value));
  }
  return points;
}

/** Labels in order; of a name that isn't in a cell, the name. */
const wordsOf = (holder: Node | undefined): string[] => {
  const plain = childNamed(holder, "v");
  return plain ? [cut(saidIn(plain))] : [...pointsOf(cacheOf(holder)).values()].map(cut);
};

function numbersOf(ser: Node | undefined, name: string): { values: (number | null)[]; format: string } {
  const cache = cacheOf(childNamed(ser, name));
  const points = pointsOf(cache);
  const length = Math.min(MOST_POINTS + 1, Math.max(Number(valueIn(cache, "ptCount")) || 0, ...points.keys()));
  const format = childNamed(cache, "formatCode");
  return {
    values: Array.from({ length }, (_, i) => finite(points.get(i) ?? null)),
    format: format ? saidIn(format) : "",
  };
}

/** The labels below the points; numbers from 1 if there are none. */
function labelsOf(plot: Node, length: number): string[] {
  const cache = cacheOf(childNamed(childNamed(plot, "ser"), "cat"));
  const points = pointsOf(cache);
  const format = childNamed(cache, "formatCode");
  const said = dateWords(format ? saidIn(format) : "");
  return Array.from({ length }, (_, i) => {
    const label = points.get(i);
    if (label === undefined) return points.size === 0 ? String(i + 1) : "";
    const day = said && finite(label);
    return typeof day === "number" && said ? said.format(DAY_ZERO + day * 86_400_000) : cut(label);
  });
}

/** Day 0 of Excel's calendar, which has a February 29, 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** How a format of numbers writes dates, or null if it doesn't. */
function dateWords(format: string): Intl.DateTimeFormat | null {
  const code = format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, "").toLowerCase();
  if (!/y|d|mmm/.test(code) || /general/.test(code)) return null;
  return new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    ...(code.includes("y") && { year: "numeric" }),
    ...(code.includes("m") && { month: "short" }),
    ...(code.includes("d") && { day: "numeric" }),
  });
}
