import { foldText } from "#app/platform/rules/text/fold.ts";
import { type Editor, Extension, type Range } from "@tiptap/core";
import { Suggestion } from "@tiptap/suggestion";

/** A block that the menu inserts. */
export type SlashItem = { label: string; hint: string; words: string; run: (editor: Editor) => void };

/** The event with which the menu asks the page for a picture. */
export const PICK_PICTURE = "stet-pick-picture";

export const SLASH_ITEMS: readonly SlashItem[] = [
  {
    label: "Heading",
    hint: "A section",
    words: "heading h2 section title",
    run: (e) => e.chain().focus().setNode("heading", { level: 2 }).run(),
  },
  {
    label: "Subheading",
    hint: "A part of a section",
    words: "subheading h3",
    run: (e) => e.chain().focus().setNode("heading", { level: 3 }).run(),
  },
  {
    label: "Bulleted list",
    hint: "- item",
    words: "bullet list unordered",
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    label: "Numbered list",
    hint: "1. item",
    words: "number list ordered steps",
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  {
    label: "Quotation",
    hint: "> text",
    words: "quote quotation block",
    run: (e) => e.chain().focus().toggleBlockquote().run(),
  },
  {
    label: "Picture",
    hint: "From your computer",
    words: "picture image photo figure",
    run: (e) => e.view.dom.dispatchEvent(new CustomEvent(PICK_PICTURE, { bubbles: true })),
  },
  {
    label: "Table",
    hint: "3 by 3",
    words: "table rows columns",
    run: (e) => e.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    label: "Footnote",
    hint: "At the cursor",
    words: "footnote note reference",
    run: (e) =>
      e
        .chain()
        .focus()
        .insertContent({ type: "footnote", attrs: { text: "" } })
        .run(),
  },
  {
    label: "Example",
    hint: "A specimen of edited text",
    words: "example specimen edited",
    run: (e) => e.chain().focus().wrapIn("specimen").run(),
  },
  {
    label: "Code",
    hint: "As typed",
    words: "code block preformatted",
    run: (e) => e.chain().focus().toggleCodeBlock().run(),
  },
  {
    label: "Divider",
    hint: "A line",
    words: "divider line rule separator",
    run: (e) => e.chain().focus().setHorizontalRule().run(),
  },
];

const matching = (query: string): SlashItem[] => {
  const asked = foldText(query);
  return SLASH_ITEMS.filter(
    ({ label, words }) => foldText(label).includes(asked) || words.split(" ").some((w) => w.startsWith(asked)),
  );
};

/** The open menu: its items, its position, and the item chosen with the arrow keys. */
export type SlashState = {
  items: readonly SlashItem[];
  chosen: number;
  left: number;
  top: number;
  pick: (item: SlashItem) => void;
};

/** Typing "/" at the beginning of a paragraph, or after a space, offers what can be inserted. */
export const slashMenu = (show: (state: SlashState | null) => void) =>
  Extension.create({
    name: "slashMenu",
    addProseMirrorPlugins() {
      let state: SlashState | null = null;
      const set = (next: SlashState | null) => {
        state = next;
        show(next);
      };
      return [
        Suggestion<SlashItem, SlashItem>({
          editor: this.editor,
          char: "/",
          allow: ({ editor }) => !editor.isActive("codeBlock"),
          items: ({ query }) => matching(query),
          command: ({ editor, range, props }: { editor: Editor; range: Range; props: SlashItem }) => {
            editor.chain().focus().deleteRange(range).run();
            props.run(editor);
          },
          render: () => {
            const open = (props: {
              items: SlashItem[];
              clientRect?: (() => DOMRect | null) | null;
              command: (item: SlashItem) => void;
            }) => {
              const place = props.clientRect?.();
              if (props.items.length === 0 || !place) return set(null);
              set({ items: props.items, chosen: 0, left: place.left, top: place.bottom, pick: props.command });
            };
            return {
              onStart: open,
              onUpdate: open,
              onExit: () => set(null),
              onKeyDown: ({ event }) => {
                if (!state) return false;
                const { items, chosen, pick } = state;
                if (event.key === "ArrowDown" || event.key === "ArrowUp") {
                  const step = event.key === "ArrowDown" ? 1 : items.length - 1;
                  set({ ...state, chosen: (chosen + step) % items.length });
                  return true;
                }
                if (event.key === "Enter" || event.key === "Tab") {
                  pick(items[chosen]!);
                  return true;
                }
                if (event.key === "Escape") {
                  set(null);
                  return true;
                }
                return false;
              },
            };
          },
        }),
      ];
    },
  });
