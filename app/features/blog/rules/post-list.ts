import { type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { POST_STATUS_WORDS, type PostStatus, postFlow } from "./post-flow.ts";

/** An article in the CMS's list. */
export type PostListRow = {
  id: string;
  title: string;
  slug: string;
  status: PostStatus;
  tags: string[];
  authorName: string;
  publishedAt: Date | null;
  editedAt: Date;
  editedBy: string | null;
  /** Whether its working copy differs from what readers see. */
  changed: boolean;
};

/** The CMS's list. Author and tag take any text: they're looked up. */
export const POST_LIST = declareList<PostListRow>()({
  caption: "Articles",
  noun: "article",
  home: "/admin/blog",
  file: "articles",
  search: "Title, summary, or address",
  defaultSort: "-updated",
  filters: {
    status: {
      label: "Status",
      choices: [...choicesOf(postFlow.states, POST_STATUS_WORDS), ["changed", "With unpublished changes"]],
    },
    author: { label: "Author", choices: null },
    tag: { label: "Tag", choices: null },
  },
  columns: {
    title: { header: "Title", sort: true, width: "34%", csv: (r) => r.title },
    address: { header: "Address", csv: (r) => (r.status === "draft" ? "" : `/blog/${r.slug}`) },
    status: { header: "Status", csv: (r) => r.status },
    author: { header: "Author", csv: (r) => r.authorName },
    tags: { header: "Tags", narrow: "hidden", csv: (r) => r.tags.join(", ") },
    published: { header: "Published", sort: true, csv: (r) => r.publishedAt },
    updated: { header: "Last edited", sort: true, csv: (r) => r.editedAt },
    editedBy: { header: "Edited by", csv: (r) => r.editedBy },
  },
});
export type PostListQuery = QueryOf<typeof POST_LIST>;

export type AuthorRow = { id: string; slug: string; name: string; bio: string; posts: number };

export const AUTHOR_LIST = declareList<AuthorRow>()({
  caption: "Authors",
  noun: "author",
  home: "/admin/blog/authors",
  search: "Name",
  defaultSort: "name",
  filters: {},
  columns: {
    name: { header: "Name", sort: true },
    bio: { header: "Biography", narrow: "hidden", width: "30%" },
    posts: { header: "Articles", align: "end", sort: true },
    edit: { header: "Edit" },
  },
});

export type TagRow = { tag: string; posts: number; published: number };

export const TAG_LIST = declareList<TagRow>()({
  caption: "Tags",
  noun: "tag",
  home: "/admin/blog/tags",
  search: "Tag",
  defaultSort: "tag",
  filters: {},
  columns: {
    tag: { header: "Tag", sort: true },
    posts: { header: "Articles", align: "end", sort: true },
    rename: { header: "Rename or remove" },
  },
});
