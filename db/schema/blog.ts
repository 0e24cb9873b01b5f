import type { ArticleDocument } from "#app/features/blog/rules/document.ts";
import type { PostContent } from "#app/features/blog/rules/content.ts";
import type { At, AtOrNull, OrNull, Default, Flag, Count, Json, JsonOrNull } from "./columns.ts";

export interface BlogAuthorsTable {
  id: string;
  slug: string;
  name: string;
  bio: Default<string>;
  /** The account of a colleague who writes under this name. */
  uid: OrNull<string>;
  createdAt: At;
}

/** What readers see of an article. If it was never published, the title and so on come from its working copy. */
export interface BlogPostsTable {
  id: string;
  slug: string;
  title: string;
  summary: string;
  /** Markdown, for an article that was never saved in the CMS. */
  body: Default<string>;
  /** Its text; null while it's still Markdown in `body`. */
  document: JsonOrNull<ArticleDocument>;
  tags: string[];
  authorId: string;
  status: Default<"draft" | "scheduled" | "published">;
  publishedAt: AtOrNull;
  /** When it first became visible. Since then, former addresses redirect. */
  firstPublishedAt: AtOrNull;
  seoTitle: OrNull<string>;
  seoDescription: OrNull<string>;
  noIndex: Flag;
  coverId: OrNull<string>;
  coverAlt: Default<string>;
  createdBy: OrNull<string>;
  createdAt: At;
  /** The last change that readers see. */
  updatedAt: At;
  /** The last change of the article or its working copy. */
  editedAt: Default<Date>;
  editedBy: OrNull<string>;
}

/** The working copy: what editors see and save. */
export interface BlogDraftsTable {
  postId: string;
  content: Json<PostContent>;
  /** Counts saves, to detect edits made since the page was loaded. */
  version: number;
  /** The version that readers see; 0 for none. */
  publishedVersion: Count;
  savedAt: At;
  savedBy: OrNull<string>;
}

/** An article's state at some time. One person's saves within ten minutes share a version. */
export interface BlogVersionsTable {
  id: string;
  postId: string;
  content: Json<PostContent>;
  kind: "saved" | "published" | "restored" | "imported" | "kept";
  version: number;
  startedAt: At;
  savedAt: At;
  savedBy: OrNull<string>;
}

/** Pictures, stored in several widths and formats. The same file is stored once. */
export interface BlogImagesTable {
  id: string;
  /** Hash of the uploaded file. */
  sha256: string;
  width: number;
  height: number;
  widths: number[];
  bytes: number;
  createdBy: OrNull<string>;
  createdAt: At;
}

/** How many articles each tag has. A trigger writes it (migration 0171): nobody else does. */
export interface BlogTagsTable {
  tag: string;
  /** Zero for a tag that no article has any longer. */
  articles: number;
  published: number;
}

/** Former addresses of articles. */
export interface BlogRedirectsTable {
  slug: string;
  postId: string;
  createdAt: At;
}

/** Former addresses of authors. */
export interface BlogAuthorRedirectsTable {
  slug: string;
  authorId: string;
  createdAt: At;
}

/** Links that show the working copy to somebody without an account. */
export interface BlogPreviewsTable {
  id: string;
  postId: string;
  createdBy: OrNull<string>;
  createdAt: At;
  expiresAt: At;
  revokedAt: AtOrNull;
}

/** Who has an article open in the editor. */
export interface BlogEditingTable {
  postId: string;
  uid: string;
  seenAt: At;
}
