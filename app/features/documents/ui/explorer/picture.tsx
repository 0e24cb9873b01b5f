import { useState } from "react";
import type { Picture } from "../../rules/explore/explorer-model.ts";
import styles from "./paper.module.css";

/** A picture of the document, loaded when it comes near the window. What can't be shown is a frame of its size. */
export function PictureView({
  picture: { alt, width, height, n, crop },
  fileId,
}: {
  picture: Picture;
  fileId: string;
}) {
  const [failed, setFailed] = useState(false);
  const size = width > 0 ? { width, aspectRatio: `${width} / ${Math.max(1, height)}` } : undefined;
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
