import { count } from "#app/platform/rules/core/count.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";

const silent = { timeline: null, notices: [] } as const;

export const blogFactWords = {
  "blog.created": { ...silent, audit: { title: "Article created", detail: ({ data }) => [data.title] } },
  "blog.published": {
    ...silent,
    audit: { title: "Article published", detail: ({ data }) => [data.title, `/blog/${data.slug}`] },
  },
  "blog.scheduled": {
    ...silent,
    audit: {
      title: "Article scheduled",
      detail: ({ data }) => [data.title, `for ${formatDay(new Date(data.publishAt), "UTC")}`],
    },
  },
  "blog.unpublished": { ...silent, audit: { title: "Article unpublished", detail: ({ data }) => [data.title] } },
  "blog.renamed": {
    ...silent,
    audit: { title: "Article moved", detail: ({ data }) => [`from /blog/${data.from}`, `to /blog/${data.to}`] },
  },
  "blog.restored": { ...silent, audit: { title: "Article version restored", detail: ({ data }) => [data.title] } },
  "blog.removed": { ...silent, audit: { title: "Article deleted", detail: ({ data }) => [data.title] } },
  "blog.redirect_removed": {
    ...silent,
    audit: { title: "Article redirect removed", detail: ({ data }) => [`/blog/${data.slug}`] },
  },
  "blog.preview_shared": {
    ...silent,
    audit: {
      title: "Preview link created",
      detail: ({ data }) => [data.title, `until ${formatDay(new Date(data.expiresAt), "UTC")}`],
    },
  },
  "blog.preview_revoked": { ...silent, audit: { title: "Preview link revoked", detail: ({ data }) => [data.title] } },
  "blog.author_saved": { ...silent, audit: { title: "Blog author saved", detail: ({ data }) => [data.name] } },
  "blog.author_removed": { ...silent, audit: { title: "Blog author deleted", detail: ({ data }) => [data.name] } },
  "blog.tag_renamed": {
    ...silent,
    audit: {
      title: "Blog tag renamed",
      detail: ({ data }) => [`${data.from} to ${data.to}`, count(data.posts, "article")],
    },
  },
} satisfies Partial<FactWordsTable>;
