import "@mantine/charts/styles.layer.css";
import { AreaChart, BarChart, LineChart } from "@mantine/charts";
import { seriesColor, seriesDash } from "../theme/series-colors.ts";
import { type ChartProps, chartFigure } from "./chart.tsx";

/** The drawing of a Chart, loaded lazily as a separate script. */
export default function ChartDrawing({ kind, unit, data, series, stacked = false, height = 260 }: ChartProps) {
  const drawn = series.map((s, i) => ({
    name: s.name,
    label: s.label,
    color: seriesColor(i, s.tone),
    strokeDasharray: kind === "bar" || stacked ? undefined : seriesDash(i),
  }));
  const common = {
    h: height,
    data: data.map((point) => ({ label: point.label, ...point.values })),
    dataKey: "label",
    series: drawn,
    withLegend: series.length > 1,
    // In the order of the series. By default, the library sorts them by name.
    legendProps: { verticalAlign: "bottom" as const, height: 44, itemSorter: null },
    valueFormatter: (value: number) => chartFigure(value, unit, true),
    tooltipAnimationDuration: 0,
    gridAxis: "x" as const,
    tickLine: "none" as const,
    yAxisProps: { width: 76 },
    xAxisProps: { minTickGap: 16 },
    textColor: "var(--ink-soft)",
    gridColor: "var(--hairline)",
  };
  if (kind === "bar")
    return (
      <BarChart
        {...common}
        type={stacked ? "stacked" : "default"}
        maxBarWidth={36}
        cursorFill="var(--well)"
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
      />
    );
  if (kind === "area")
    return (
      <AreaChart
        {...common}
        type={stacked ? "stacked" : "default"}
        curveType="linear"
        withDots={false}
        areaProps={{ isAnimationActive: false }}
        areaChartProps={{ accessibilityLayer: false }}
      />
    );
  return (
    <LineChart
      {...common}
      curveType="linear"
      withDots={data.length < 40}
      lineProps={{ isAnimationActive: false }}
      lineChartProps={{ accessibilityLayer: false }}
    />
  );
}
