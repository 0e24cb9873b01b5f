import { type ClipboardEvent, type DragEvent, useState } from "react";

/** Files dropped on a form, and pictures pasted into its text. `take` is called with each batch. */
export function useFileDrop(enabled: boolean, take: (files: Iterable<File>) => void) {
  const [over, setOver] = useState(false);
  const carriesFiles = (event: DragEvent) => enabled && event.dataTransfer.types.includes("Files");
  return {
    over,
    dragging: {
      onDragOver: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!inside) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      },
    },
    onPaste: (event: ClipboardEvent) => {
      const pictures = [...event.clipboardData.files].filter((file) => file.type.startsWith("image/"));
      // Word copies an image of the text along with the text.
      if (!enabled || pictures.length === 0 || event.clipboardData.types.includes("text/plain")) return;
      event.preventDefault();
      take(pictures);
    },
  };
}
