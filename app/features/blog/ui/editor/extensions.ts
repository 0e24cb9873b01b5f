import { Extension, Mark, Node, mergeAttributes } from "@tiptap/core";
import { Code } from "@tiptap/extension-code";
import { Link } from "@tiptap/extension-link";
import { TableKit } from "@tiptap/extension-table";
import { ReactNodeViewRenderer } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { articleLink } from "../../rules/document.ts";
import { FootnoteView, PictureView, SpecimenView } from "./node-views.tsx";
import { type SlashState, slashMenu } from "./slash-menu.ts";

/** A mark that is a single tag without attributes. */
const mark = (name: string, tag: string, keys?: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return keys ? { [keys]: () => this.editor.commands.toggleMark(name) } : {};
    },
  });

/** A picture between paragraphs, with its description and caption. */
const Picture = Node.create({
  name: "picture",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    imageId: { default: null, parseHTML: (element) => element.getAttribute("data-image-id") },
    alt: { default: "", parseHTML: (element) => element.getAttribute("data-alt") ?? "" },
    caption: { default: "", parseHTML: (element) => element.getAttribute("data-caption") ?? "" },
  }),
  parseHTML: () => [{ tag: "figure[data-image-id]" }],
  renderHTML: ({ node }) => [
    "figure",
    {
      "data-image-id": String(node.attrs["imageId"]),
      "data-alt": String(node.attrs["alt"]),
      "data-caption": String(node.attrs["caption"]),
    },
  ],
  addNodeView: () => ReactNodeViewRenderer(PictureView),
});

/** A footnote's number in the text. Its words are edited in place. */
const Footnote = Node.create({
  name: "footnote",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ text: { default: "", parseHTML: (element) => element.getAttribute("data-footnote") ?? "" } }),
  // Before the superscript, which has the same tag.
  parseHTML: () => [{ tag: "sup[data-footnote]", priority: 100 }],
  renderHTML: ({ node }) => ["sup", { "data-footnote": String(node.attrs["text"]) }, "*"],
  addNodeView: () => ReactNodeViewRenderer(FootnoteView),
  addKeyboardShortcuts() {
    return {
      "Mod-Alt-f": () => this.editor.commands.insertContent({ type: "footnote", attrs: { text: "" } }),
    };
  },
});

/** A specimen of edited text with a caption. */
const Specimen = Node.create({
  name: "specimen",
  group: "block",
  content: "block+",
  defining: true,
  addAttributes: () => ({
    caption: { default: "", parseHTML: (element) => element.getAttribute("data-caption") ?? "" },
  }),
  parseHTML: () => [{ tag: "figure[data-specimen]" }],
  renderHTML: ({ node, HTMLAttributes }) => [
    "figure",
    mergeAttributes(HTMLAttributes, { "data-specimen": "", "data-caption": String(node.attrs["caption"]) }),
    0,
  ],
  addNodeView: () => ReactNodeViewRenderer(SpecimenView),
});

/** Escape leaves the text for the toolbar, so that the keyboard isn't caught in it. */
const leaveByKeyboard = (focusToolbar: () => void) =>
  Extension.create({
    name: "leaveByKeyboard",
    addKeyboardShortcuts: () => ({
      "Alt-F10": () => (focusToolbar(), true),
      Escape: () => (focusToolbar(), true),
    }),
  });

/** The editor's schema: the nodes and marks of rules/document.ts, which the server checks. */
export const articleExtensions = (of: { onSlash: (state: SlashState | null) => void; focusToolbar: () => void }) => [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    underline: false,
    code: false,
    link: false,
    trailingNode: { node: "paragraph" },
    dropcursor: { color: "var(--press)", width: 2 },
  }),
  // Text in code may be bold or a link, too.
  Code.extend({ excludes: "" }),
  Link.configure({
    openOnClick: false,
    autolink: true,
    defaultProtocol: "https",
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: (href) => articleLink(href) !== null,
  }),
  mark("subscript", "sub", "Mod-,"),
  mark("superscript", "sup", "Mod-."),
  mark("insertion", "ins"),
  mark("deletion", "del"),
  TableKit.configure({ table: { resizable: false } }),
  Picture,
  Footnote,
  Specimen,
  leaveByKeyboard(of.focusToolbar),
  slashMenu(of.onSlash),
];
