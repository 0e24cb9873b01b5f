import { useRef, useState } from "react";
import { MAX_PHOTO_BYTES } from "../rules/public-page.ts";

const SIDE = 320;

/** The middle square of a photo, small enough to upload. */
async function squared(file: File): Promise<File> {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  canvas
    .getContext("2d")!
    .drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.86));
  return blob ? new File([blob], "photo.jpg", { type: "image/jpeg" }) : file;
}

/** A file field for a photo. With script, it is cut square and made smaller before it is sent. */
export function PhotoField({ error }: { error?: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState<string | null>(null);
  const shrink = async () => {
    const file = input.current?.files?.[0];
    if (!file || !input.current) return;
    try {
      const files = new DataTransfer();
      files.items.add(await squared(file));
      input.current.files = files.files;
      setNote("Ready to save");
    } catch {
      setNote("This browser can't read the photo. Choose a JPEG or PNG file.");
    }
  };
  return (
    <div>
      <label htmlFor="photo" style={{ fontWeight: 550, display: "block" }}>
        JPEG or PNG
      </label>
      <input
        ref={input}
        id="photo"
        name="photo"
        type="file"
        accept="image/jpeg,image/png"
        onChange={() => void shrink()}
        aria-describedby="photo-note"
      />
      <p id="photo-note" className="soft small" role="status">
        {error ?? note ?? `Up to ${MAX_PHOTO_BYTES / 1_000} KB. We remove location data.`}
      </p>
    </div>
  );
}
