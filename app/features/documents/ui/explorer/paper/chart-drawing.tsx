import "@mantine/charts/styles.layer.css";
import { AreaChart, BarChart, CompositeChart, DonutChart, LineChart, PieChart, ScatterChart } from "@mantine/charts";
import { seriesColor, seriesDash } from "#app/ui/theme/series-colors.ts";
import type { Chart } from "../../../rules/explore/explorer-model.ts";
import styles from "./paper.module.css";

const TITLE = 24;
/** In the order of the series. By default, the library sorts them by name. */
const LEGEND = { verticalAlign: "top", height: 32, itemSorter: null } as const;
const STILL = { isAnimationActive: false };

/** A chart of the document, drawn from its figures. */
export default function ChartDrawing({ chart, height }: { chart: Chart; height: number }) {
  return (
    <>
      {chart.title ? <span className={styles.chartTitle}>{chart.title}</span> : null}
      <Drawing chart={chart} height={Math.max(120, height - (chart.title ? TITLE : 0))} />
    </>
  );
}

function Drawing({ chart, height }: { chart: Chart; height: number }) {
  const { shape, series, stacked, x, y } = chart;
  const figure = (value: number): string =>
    chart.percent
      ? `${(value * 100).toLocaleString("en-US", { maximumFractionDigits: 1 })}%`
      : value.toLocaleString("en-US", { maximumFractionDigits: 4 });
  const scale: [number | "auto", number | "auto"] = [chart.from ?? "auto", chart.to ?? "auto"];
  const common = {
    h: height,
    withLegend: series.length > 1,
    legendProps: LEGEND,
    valueFormatter: figure,
    tooltipAnimationDuration: 0,
    tickLine: "none" as const,
    textColor: "var(--ink-soft)",
    gridColor: "var(--hairline)",
    ...(x && { xAxisLabel: x }),
    ...(y && { yAxisLabel: y }),
  };
  if (shape === "parts") {
    const Round = chart.hole ? DonutChart : PieChart;
    return (
      <Round
        h={height}
        size={height - 120}
        withLegend
        legendProps={LEGEND}
        withLabels
        labelsType="percent"
        withTooltip
        valueFormatter={figure}
        pieProps={STILL}
        data={chart.labels.map((name, i) => ({ name, value: series[0]?.values[i] ?? 0, color: seriesColor(i) }))}
      />
    );
  }
  if (shape === "points")
    return (
      <ScatterChart
        {...common}
        dataKey={{ x: "x", y: "y" }}
        data={series.map((one, i) => ({
          name: one.name,
          color: seriesColor(i),
          data: one.values.flatMap((value, at) => {
            const across = one.at?.[at] ?? null;
            return value === null || across === null ? [] : [{ x: across, y: value }];
          }),
        }))}
        scatterProps={STILL}
      />
    );
  const turned = chart.upward ? chart.labels.map((_, i) => chart.labels.length - 1 - i) : chart.labels.map((_, i) => i);
  const rows = {
    ...common,
    dataKey: "label",
    data: turned.map((at) => ({
      label: chart.labels[at] ?? "",
      ...Object.fromEntries(series.map((one, i) => [`s${i}`, one.values[at] ?? null])),
    })),
    gridAxis: shape === "bars" ? ("y" as const) : ("x" as const),
  };
  const drawn = series.map((one, i) => ({
    name: `s${i}`,
    label: one.name,
    color: seriesColor(i),
    strokeDasharray: shape === "lines" ? seriesDash(i) : undefined,
  }));
  if (shape === "columns" && series.some((one) => one.line))
    return (
      <CompositeChart
        {...rows}
        series={drawn.map((one, i) => ({ ...one, type: series[i]?.line ? ("line" as const) : ("bar" as const) }))}
        curveType="linear"
        yAxisProps={{ domain: scale }}
        lineProps={STILL}
        barProps={STILL}
      />
    );
  if (shape === "columns" || shape === "bars")
    return (
      <BarChart
        {...rows}
        series={drawn}
        type={stacked === "sum" ? "stacked" : stacked === "share" ? "percent" : "default"}
        orientation={shape === "bars" ? "vertical" : "horizontal"}
        {...(shape === "columns" ? { yAxisProps: { domain: scale } } : { xAxisProps: { domain: scale } })}
        barProps={STILL}
      />
    );
  if (shape === "areas")
    return (
      <AreaChart
        {...rows}
        series={drawn}
        type={stacked === "sum" ? "stacked" : stacked === "share" ? "percent" : "default"}
        curveType="linear"
        withDots={false}
        yAxisProps={{ domain: scale }}
        areaProps={STILL}
      />
    );
  return <LineChart {...rows} series={drawn} curveType="linear" yAxisProps={{ domain: scale }} lineProps={STILL} />;
}
