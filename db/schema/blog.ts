import type { At, AtOrNull, OrNull, Default } from "./columns.ts";

export interface BlogAuthorsTable {
  id: string;
  slug: string;
  name: string;
  bio: Default<string>;
  createdAt: At;
}

export interface BlogPostsTable {
  id: string;
  slug: string;
  title: string;
  summary: string;
  /** Markdown. */
  body: string;
  tags: string[];
  authorId: string;
  status: Default<"draft" | "scheduled" | "published">;
  publishedAt: AtOrNull;
  seoTitle: OrNull<string>;
  seoDescription: OrNull<string>;
  createdAt: At;
  updatedAt: At;
}
