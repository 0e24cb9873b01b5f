import { RichTextEditor } from "@mantine/tiptap";
import { type Editor, useEditorState } from "@tiptap/react";
import styles from "./editor.module.css";

export const LABELS = {
  linkEditorInputLabel: "Address",
  linkEditorInputPlaceholder: "https://example.org or /pricing",
  linkEditorSave: "Save",
};

/** A button of the toolbar that the library doesn't have. */
function Tool({
  label,
  active,
  onClick,
  children,
}: {
  label: string;
  active?: boolean;
  onClick: () => void;
  children: string;
}) {
  return (
    <RichTextEditor.Control
      aria-label={label}
      title={label}
      active={active ?? false}
      aria-pressed={active}
      onClick={onClick}
      className={styles.tool}
    >
      {children}
    </RichTextEditor.Control>
  );
}

export function Toolbar({ editor, onPicture }: { editor: Editor; onPicture: () => void }) {
  const at = useEditorState({
    editor,
    selector: ({ editor: of }) => ({
      table: of.isActive("table"),
      insertion: of.isActive("insertion"),
      deletion: of.isActive("deletion"),
      subscript: of.isActive("subscript"),
      superscript: of.isActive("superscript"),
      specimen: of.isActive("specimen"),
    }),
  });
  const run = () => editor.chain().focus();
  return (
    <RichTextEditor.Toolbar
      sticky
      stickyOffset="var(--editor-offset)"
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={(event) => moveInToolbar(event, editor)}
    >
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
        <RichTextEditor.H4 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Code />
        <Tool label="x₂, subscript" active={at.subscript} onClick={() => run().toggleMark("subscript").run()}>
          x₂
        </Tool>
        <Tool label="x², superscript" active={at.superscript} onClick={() => run().toggleMark("superscript").run()}>
          x²
        </Tool>
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <Tool label="Ins: mark as inserted" active={at.insertion} onClick={() => run().toggleMark("insertion").run()}>
          Ins
        </Tool>
        <Tool label="Del: mark as deleted" active={at.deletion} onClick={() => run().toggleMark("deletion").run()}>
          Del
        </Tool>
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
        <RichTextEditor.CodeBlock />
        <RichTextEditor.Hr />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <Tool label="Insert picture" onClick={onPicture}>
          Picture
        </Tool>
        <Tool label="Insert table" onClick={() => run().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()}>
          Table
        </Tool>
        <Tool
          label="Insert footnote"
          onClick={() =>
            run()
              .insertContent({ type: "footnote", attrs: { text: "" } })
              .run()
          }
        >
          Footnote
        </Tool>
        <Tool
          label="Example of edited text"
          active={at.specimen}
          onClick={() => (at.specimen ? run().lift("specimen").run() : run().wrapIn("specimen").run())}
        >
          Example
        </Tool>
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
      {at.table ? (
        <RichTextEditor.ControlsGroup>
          <Tool label="Add row below" onClick={() => run().addRowAfter().run()}>
            Add row
          </Tool>
          <Tool label="Add column to the right" onClick={() => run().addColumnAfter().run()}>
            Add column
          </Tool>
          <Tool label="Delete row" onClick={() => run().deleteRow().run()}>
            Delete row
          </Tool>
          <Tool label="Delete column" onClick={() => run().deleteColumn().run()}>
            Delete column
          </Tool>
          <Tool label="Turn header row on or off" onClick={() => run().toggleHeaderRow().run()}>
            Header row
          </Tool>
          <Tool label="Merge or split cells" onClick={() => run().mergeOrSplit().run()}>
            Merge
          </Tool>
          <Tool label="Delete table" onClick={() => run().deleteTable().run()}>
            Delete table
          </Tool>
        </RichTextEditor.ControlsGroup>
      ) : null}
    </RichTextEditor.Toolbar>
  );
}

/** Arrow keys move along the toolbar, Escape returns to the text. */
function moveInToolbar(event: React.KeyboardEvent<HTMLDivElement>, editor: Editor): void {
  if (event.key === "Escape") {
    event.preventDefault();
    editor.commands.focus();
    return;
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const here = buttons.indexOf(event.target as HTMLButtonElement);
  if (!step || here === -1) return;
  event.preventDefault();
  buttons[(here + step + buttons.length) % buttons.length]!.focus();
}
