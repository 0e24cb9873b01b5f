import { NodeViewContent, type NodeViewProps, NodeViewWrapper } from "@tiptap/react";
import { useEffect, useRef, useState } from "react";
import { DOCUMENT_LIMITS } from "../../rules/document.ts";
import { imageUrl } from "../../rules/image.ts";
import styles from "./editor.module.css";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A picture with fields for its description and caption. */
export function PictureView({ node, updateAttributes, selected, deleteNode }: NodeViewProps) {
  const alt = textOf(node.attrs["alt"]);
  return (
    <NodeViewWrapper className={styles.picture} data-selected={selected || undefined}>
      <div data-drag-handle>
        <img src={imageUrl(textOf(node.attrs["imageId"]), 960, "webp")} alt={alt} draggable={false} />
      </div>
      <div className={styles.fields} contentEditable={false}>
        <label>
          Description for people who can't see it (alt text)
          <input
            value={alt}
            maxLength={DOCUMENT_LIMITS.alt}
            required
            data-missing={alt.trim() === "" || undefined}
            onChange={(event) => updateAttributes({ alt: event.target.value })}
          />
        </label>
        <label>
          Caption
          <input
            value={textOf(node.attrs["caption"])}
            maxLength={DOCUMENT_LIMITS.caption}
            onChange={(event) => updateAttributes({ caption: event.target.value })}
          />
        </label>
        <button type="button" onClick={deleteNode}>
          Remove picture
        </button>
      </div>
    </NodeViewWrapper>
  );
}

/** A footnote's mark that opens its text. A new one is open. */
export function FootnoteView({ node, updateAttributes, editor, getPos, deleteNode, selected }: NodeViewProps) {
  const text = textOf(node.attrs["text"]);
  const [open, setOpen] = useState(text === "");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // Wait until the editor has focused the inserted node.
    if (open) requestAnimationFrame(() => field.current?.focus());
  }, [open]);
  const number = numberOf(editor.state.doc, getPos());
  const close = () => {
    setOpen(false);
    if (text.trim() === "") deleteNode();
    editor.commands.focus();
  };
  return (
    <NodeViewWrapper as="span" className={styles.footnote}>
      <button
        type="button"
        contentEditable={false}
        data-selected={selected || undefined}
        aria-expanded={open}
        aria-label={`Footnote ${number}: ${text || "empty"}`}
        title={text}
        onClick={() => setOpen(!open)}
      >
        {number}
      </button>
      {open ? (
        <span className={styles.note} contentEditable={false}>
          <textarea
            ref={field}
            aria-label={`Text of footnote ${number}`}
            value={text}
            rows={3}
            maxLength={DOCUMENT_LIMITS.footnote}
            placeholder="Text of the footnote. Addresses become links."
            onChange={(event) => updateAttributes({ text: event.target.value })}
            onKeyDown={(event) => {
              event.stopPropagation();
              if (event.key === "Escape" || (event.key === "Enter" && !event.shiftKey)) {
                event.preventDefault();
                close();
              }
            }}
          />
          <span>
            <button type="button" onClick={close}>
              Done
            </button>
            <button type="button" onClick={deleteNode}>
              Remove
            </button>
          </span>
        </span>
      ) : null}
    </NodeViewWrapper>
  );
}

/** A footnote's number by its position. */
function numberOf(doc: NodeViewProps["editor"]["state"]["doc"], place: number | undefined): number {
  let number = 1;
  doc.descendants((node, at) => {
    if (node.type.name === "footnote" && at < (place ?? 0)) number += 1;
  });
  return number;
}

/** A specimen of text with its caption below. */
export function SpecimenView({ node, updateAttributes }: NodeViewProps) {
  return (
    <NodeViewWrapper as="figure" className={styles.specimen}>
      <NodeViewContent />
      <div className={styles.fields} contentEditable={false}>
        <label>
          Caption of the example
          <input
            value={textOf(node.attrs["caption"])}
            maxLength={DOCUMENT_LIMITS.caption}
            onChange={(event) => updateAttributes({ caption: event.target.value })}
          />
        </label>
      </div>
    </NodeViewWrapper>
  );
}
