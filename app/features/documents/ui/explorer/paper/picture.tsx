import { Suspense, lazy, useState } from "react";
import type { Chart, Picture } from "../../../rules/explore/explorer-model.ts";
import styles from "./paper.module.css";

const ChartDrawing = lazy(() => import("./chart-drawing.tsx").catch(() => ({ default: NotDrawn })));
const NotDrawn = () => <>We couldn't load the chart.</>;

/** A picture of the document, loaded when it comes near the window. What can't be shown is a frame of its size. */
export function PictureView({
  picture: { alt, width, height, n, crop, chart },
  fileId,
}: {
  picture: Picture;
  fileId: string;
}) {
  const [failed, setFailed] = useState(false);
  const size = width > 0 ? { width, aspectRatio: `${width} / ${Math.max(1, height)}` } : undefined;
  if (chart)
    return (
      <span className={styles.chart} role="img" aria-label={alt || chartWords(chart)} style={{ width: width || 480 }}>
        <Suspense fallback={null}>
          <ChartDrawing chart={chart} height={height || 288} />
        </Suspense>
      </span>
    );
  if (n === undefined || failed)
    return (
      <span className={styles.picture} role="img" aria-label={alt || "A picture"} style={size}>
        <span aria-hidden>{alt || "Picture"}</span>
      </span>
    );
  const [top, right, bottom, left] = crop ?? [0, 0, 0, 0];
  const [across, down] = [1 - left - right, 1 - top - bottom];
  return (
    <span className={styles.shownPicture} style={size}>
      <img
        src={`/api/files/${fileId}/changes?picture=${n}`}
        alt={alt}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(true)}
        style={
          crop && {
            position: "absolute",
            width: `${100 / across}%`,
            height: `${100 / down}%`,
            left: `${(-100 * left) / across}%`,
            top: `${(-100 * top) / down}%`,
          }
        }
      />
    </span>
  );
}

const chartWords = ({ title, series }: Chart): string =>
  `Chart${title ? `: ${title}` : ""}. ${series.map((one) => one.name).join(", ")}`;
