import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "blog.created": { title: string };
    "blog.published": { title: string; slug: string };
    "blog.scheduled": { title: string; publishAt: string };
    "blog.unpublished": { title: string };
    /** Its address changed; the old one redirects. */
    "blog.renamed": { from: string; to: string };
    "blog.restored": { title: string };
    "blog.removed": { title: string };
    "blog.redirect_removed": { slug: string };
    "blog.preview_shared": { title: string; expiresAt: string };
    "blog.preview_revoked": { title: string };
    "blog.author_saved": { name: string };
    "blog.author_removed": { name: string };
    "blog.tag_renamed": { from: string; to: string; posts: number };
  }
}
