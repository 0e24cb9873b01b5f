import { count } from "#app/platform/rules/core/count.ts";
import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import "@mantine/tiptap/styles.layer.css";
import { RichTextEditor } from "@mantine/tiptap";
import { Fragment, Slice } from "@tiptap/pm/model";
import { dropPoint } from "@tiptap/pm/transform";
import { type Editor, type JSONContent, useEditor } from "@tiptap/react";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { AskError, networkProblem } from "#app/platform/browser/core/ask.ts";
import { readJson } from "#app/platform/rules/requests/read-json.ts";
import type { ArticleDocument } from "../../rules/document.ts";
import { countWords } from "../../rules/document-contents.ts";
import { IMAGE_LIMITS } from "../../rules/image.ts";
import prose from "#app/ui/content/prose.module.css";
import { articleExtensions } from "./extensions.ts";
import { cleanPasted } from "./paste.ts";
import { PICK_PICTURE, type SlashState } from "./slash-menu.ts";
import styles from "./editor.module.css";
import { LABELS, Toolbar } from "./toolbar.tsx";
import { SlashList } from "./slash-list.tsx";

const UPLOAD_LIMIT_MS = 120_000;

/** Sends a picture. @throws AskError with the server's words */
export async function uploadPicture(file: File): Promise<{ id: string }> {
  const tooLarge = file.size > IMAGE_LIMITS.bytes;
  if (tooLarge)
    throw new AskError(
      "image",
      `This picture is larger than ${IMAGE_LIMITS.bytes / 1024 / 1024} MB.`,
      "Scale it down and try again.",
      0,
    );
  const answer = await fetchInTime(
    "/api/blog-images",
    { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file },
    UPLOAD_LIMIT_MS,
  ).catch(() => {
    throw networkProblem();
  });
  const said = readJson(await answer.text()) as {
    id?: string;
    error?: { code: string; message: string; advice: string };
  } | null;
  if (!answer.ok || !said?.id)
    throw new AskError(
      said?.error?.code ?? "internal",
      said?.error?.message ?? "We couldn't save this picture.",
      said?.error?.advice ?? "Try again in a moment.",
      answer.status,
    );
  return { id: said.id };
}

const picturesIn = (files: FileList | null | undefined): File[] =>
  [...(files ?? [])].filter((file) => file.type.startsWith("image/"));

/** What the foot of the editor says of pictures that are sent. */
type Said = { words: string; failed?: boolean };

const NO_PICTURE: Said = {
  words: "Only pictures can be added to an article. Choose a JPEG, PNG, WebP, AVIF, or GIF file.",
  failed: true,
};

/**
 * Where a picture goes that is dropped on a line: between two paragraphs, whichever gap is nearer, never into a
 * sentence.
 */
function gapAt(editor: Editor, at: number): number {
  const picture = editor.schema.nodes["picture"]!.create();
  return dropPoint(editor.state.doc, at, new Slice(Fragment.from(picture), 0, 0)) ?? at;
}

/**
 * Puts pictures where they were dropped, also if somebody went on typing while they were sent. One that is refused
 * doesn't keep the others out.
 */
async function insertPictures(
  editor: Editor,
  files: readonly File[],
  at: number,
  say: (said: Said) => void,
): Promise<void> {
  let place = at;
  const follow = ({ transaction }: { transaction: { mapping: { map(pos: number): number } } }) => {
    place = transaction.mapping.map(place);
  };
  const refused: string[] = [];
  editor.on("transaction", follow);
  try {
    for (const [i, file] of files.entries()) {
      say({ words: files.length > 1 ? `Sending picture ${i + 1} of ${files.length}…` : "Sending picture…" });
      try {
        const { id } = await uploadPicture(file);
        if (editor.isDestroyed) return;
        editor
          .chain()
          .insertContentAt(Math.min(place, editor.state.doc.content.size), { type: "picture", attrs: { imageId: id } })
          .run();
      } catch (error) {
        const why = error instanceof AskError ? `${error.message} ${error.advice}` : "We couldn't save it. Try again.";
        refused.push(`${file.name}: ${why}`);
      }
    }
    say(refused.length > 0 ? { words: refused.join(" "), failed: true } : { words: "Picture added. Describe it." });
  } finally {
    editor.off("transaction", follow);
  }
}

/** What the page around the editor may ask of it. */
export type EditorHandle = { load: (document: ArticleDocument) => void; read: () => ArticleDocument };

/** The editor of an article's text, with its toolbar. */
export default function ArticleEditor({
  document: initial,
  handle,
  onChange,
  problem,
}: {
  document: ArticleDocument;
  handle: Ref<EditorHandle>;
  /** Called on each change; what was typed is read through the handle. */
  onChange: () => void;
  problem: string | undefined;
}) {
  const [slash, setSlash] = useState<SlashState | null>(null);
  const [said, say] = useState<Said>({ words: "" });
  const frame = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const self = useRef<Editor | null>(null);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  const editor = useEditor({
    extensions: articleExtensions({
      onSlash: setSlash,
      focusToolbar: () => frame.current?.querySelector<HTMLButtonElement>('[role="toolbar"] button')?.focus(),
    }),
    content: initial as JSONContent,
    immediatelyRender: false,
    // Its styles are in editor.module.css: a page may hold no others.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": "Text of the article",
        class: `${prose.prose} ${styles.text}`,
      },
      transformPastedHTML: cleanPasted,
      handlePaste: (view, event) => {
        const files = picturesIn(event.clipboardData?.files);
        // Word puts a picture of the text beside the text.
        if (files.length === 0 || event.clipboardData?.types.includes("text/html") || !self.current) return false;
        void insertPictures(self.current, files, view.state.selection.from, say);
        return true;
      },
      handleDrop: (view, event) => {
        const dropped = event.dataTransfer?.files;
        if (!dropped?.length || !self.current) return false;
        event.preventDefault();
        const files = picturesIn(dropped);
        if (files.length === 0) {
          say(NO_PICTURE);
          return true;
        }
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.from;
        void insertPictures(self.current, files, gapAt(self.current, at), say);
        return true;
      },
    },
    onUpdate: () => changed.current(),
  });
  useEffect(() => {
    self.current = editor;
    if (!editor) return undefined;
    const pick = () => picker.current?.click();
    const { dom } = editor.view;
    dom.addEventListener(PICK_PICTURE, pick);
    return () => {
      dom.removeEventListener(PICK_PICTURE, pick);
    };
  }, [editor]);
  // A file that misses the text by an inch would be opened by the browser, in place of the article.
  useEffect(() => {
    const stay = (event: DragEvent) => {
      const onField = event.target instanceof HTMLInputElement && event.target.type === "file";
      if (event.dataTransfer?.types.includes("Files") && !onField) event.preventDefault();
    };
    window.addEventListener("dragover", stay);
    window.addEventListener("drop", stay);
    return () => {
      window.removeEventListener("dragover", stay);
      window.removeEventListener("drop", stay);
    };
  }, []);
  useImperativeHandle(
    handle,
    () => ({
      load: (of) => void editor?.commands.setContent(of as JSONContent, { emitUpdate: false }),
      read: () => (editor ? (editor.getJSON() as unknown as ArticleDocument) : initial),
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what it began with is asked for only before there's an editor
    [editor],
  );

  if (!editor) return <div className={styles.waiting}>Loading the editor…</div>;
  return (
    <div ref={frame} className={styles.frame} data-problem={problem ? "" : undefined} id="document">
      <RichTextEditor
        editor={editor}
        labels={LABELS}
        classNames={{ root: styles.root!, toolbar: styles.toolbar!, content: styles.content! }}
      >
        <Toolbar editor={editor} onPicture={() => picker.current?.click()} />
        <RichTextEditor.Content />
      </RichTextEditor>
      <input
        ref={picker}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        multiple
        hidden
        aria-label="Picture"
        onChange={(event) => {
          const files = picturesIn(event.target.files);
          event.target.value = "";
          if (files.length === 0) say(NO_PICTURE);
          else void insertPictures(editor, files, editor.state.selection.to, say);
        }}
      />
      <div className={styles.foot}>
        <Words editor={editor} />
        <span role={said.failed ? "alert" : "status"} className={said.failed ? styles.failed : undefined}>
          {said.words}
        </span>
        <span className={styles.keys}>Type / to insert. Press Esc for the toolbar.</span>
      </div>
      {slash ? <SlashList state={slash} /> : null}
    </div>
  );
}

const Words = ({ editor }: { editor: Editor }) => {
  const [words, setWords] = useState(() => countWords(editor.getJSON() as unknown as ArticleDocument));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setWords(countWords(editor.getJSON() as unknown as ArticleDocument)), 300);
    };
    editor.on("update", count);
    editor.on("transaction", count);
    return () => {
      clearTimeout(timer);
      editor.off("update", count);
      editor.off("transaction", count);
    };
  }, [editor]);
  return <span className="figures">{count(words, "word")}</span>;
};
