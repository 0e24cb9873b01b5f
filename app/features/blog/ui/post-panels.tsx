import { Button, Checkbox, NativeSelect, TextInput, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import { Form } from "react-router";
import { AskError } from "#app/platform/browser/core/ask.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { CONTENT_LIMITS, readTags, slugOf } from "../rules/content.ts";
import { imageUrl } from "../rules/image.ts";
import { tagLabel } from "../rules/post.ts";
import type { EditedPostView } from "../server/find-edited-post.ts";
import styles from "./post-panels.module.css";
import { type Editing, Panel } from "./panel.tsx";
import { FreshId } from "./links-panel.tsx";

/** The address, the author, and the tags. */
export function DetailsPanel({ post, content, set, problems }: Editing & { post: EditedPostView }) {
  const [tags, setTags] = useState(content.tags.join(", "));
  const [seen, setSeen] = useState(content.tags);
  // Another version was loaded.
  if (seen !== content.tags) {
    setSeen(content.tags);
    if (readTags(tags.split(",")).join() !== content.tags.join()) setTags(content.tags.join(", "));
  }
  const moves = post.wasLive && post.liveSlug !== null && content.slug !== post.liveSlug;
  return (
    <Panel title="Address, author, and tags" open>
      <TextInput
        id="slug"
        label="Address"
        description={
          moves
            ? `When you publish, /blog/${post.liveSlug} redirects to the new address.`
            : "At the end of /blog/. Lowercase letters, digits, and hyphens."
        }
        maxLength={CONTENT_LIMITS.slug}
        value={content.slug}
        error={problems["slug"]}
        onChange={(event) => set({ slug: event.currentTarget.value.trim().toLowerCase() })}
      />
      {content.slug === "" && content.title.trim() !== "" ? (
        <Button variant="default" size="compact-sm" onClick={() => set({ slug: slugOf(content.title) })}>
          Use “{slugOf(content.title)}”
        </Button>
      ) : null}
      <NativeSelect
        id="authorId"
        label="Author"
        value={content.authorId}
        data={post.authors.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => set({ authorId: event.currentTarget.value })}
      />
      <TextInput
        id="tags"
        label="Tags"
        description={`Separated by commas, at most ${CONTENT_LIMITS.tags}`}
        value={tags}
        list="known-tags"
        onChange={(event) => setTags(event.currentTarget.value)}
        onBlur={() => {
          const read = readTags(tags.split(","));
          setTags(read.join(", "));
          if (read.join() !== content.tags.join()) set({ tags: read });
        }}
      />
      <datalist id="known-tags">
        {post.tags.map((tag) => (
          <option key={tag} value={tag}>
            {tagLabel(tag)}
          </option>
        ))}
      </datalist>
      {post.redirects.length > 0 ? (
        <div>
          <p className={styles.small}>Former addresses that redirect here:</p>
          <ul className={styles.list}>
            {post.redirects.map((slug) => (
              <li key={slug}>
                <span>/blog/{slug}</span>
                <ConfirmButton
                  size="compact-sm"
                  title="Remove this redirect?"
                  body={<p>Links to /blog/{slug} will no longer work.</p>}
                  confirm="Remove redirect"
                  pending="Removing"
                  stops
                  fields={{ intent: "redirect", slug }}
                >
                  Remove
                </ConfirmButton>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Panel>
  );
}

/** The cover image. @param upload sends a file; loaded with the editor */
export function CoverPanel({
  content,
  set,
  problems,
  upload,
}: Editing & { upload: ((file: File) => Promise<{ id: string }>) | null }) {
  const picker = useRef<HTMLInputElement>(null);
  const [said, say] = useState("");
  const take = async (file: File | undefined) => {
    if (!file || !upload) return;
    say("Sending picture…");
    try {
      const { id } = await upload(file);
      set({ coverId: id });
      say("Cover image added. Describe it below.");
    } catch (error) {
      say(error instanceof AskError ? `${error.message} ${error.advice}` : "We couldn't save this picture. Try again.");
    }
  };
  return (
    <Panel title="Cover image" open={problems["coverAlt"] !== undefined}>
      {content.coverId ? (
        <div className={styles.cover}>
          <img src={imageUrl(content.coverId, 480, "webp")} alt={content.coverAlt} />
        </div>
      ) : (
        <p className={styles.small}>Shown above the article, in lists, and when somebody shares a link to it.</p>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Cover image"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          void take(file);
        }}
      />
      <div className={styles.buttons}>
        <Button variant="default" size="compact-sm" disabled={!upload} onClick={() => picker.current?.click()}>
          {content.coverId ? "Replace image" : "Choose image"}
        </Button>
        {content.coverId ? (
          <Button variant="default" size="compact-sm" onClick={() => set({ coverId: null, coverAlt: "" })}>
            Remove image
          </Button>
        ) : null}
      </div>
      <p className={styles.small} role="status">
        {said}
      </p>
      {content.coverId ? (
        <TextInput
          id="coverAlt"
          label="Description (alt text)"
          description="For people who can't see it"
          maxLength={CONTENT_LIMITS.alt}
          value={content.coverAlt}
          error={problems["coverAlt"]}
          onChange={(event) => set({ coverAlt: event.currentTarget.value })}
        />
      ) : null}
    </Panel>
  );
}

/** Search engines and social networks, with how the article will look there. */
export function SearchPanel({ post, content, set }: Omit<Editing, "problems"> & { post: EditedPostView }) {
  const title = content.seoTitle.trim() || content.title.trim() || "Untitled";
  const words = content.seoDescription.trim() || content.summary.trim();
  const host = post.origin.replace(/^https?:\/\//, "");
  const clipped = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text);
  return (
    <Panel title="Search and sharing">
      <TextInput
        id="seoTitle"
        label="Title in search results"
        description={`Leave empty to use the article's title. ${title.length} of about 60 characters.`}
        maxLength={CONTENT_LIMITS.seoTitle}
        value={content.seoTitle}
        onChange={(event) => set({ seoTitle: event.currentTarget.value })}
      />
      <Textarea
        id="seoDescription"
        label="Description in search results"
        description={`Leave empty to use the summary. ${words.length} of about 155 characters.`}
        maxLength={CONTENT_LIMITS.seoDescription}
        autosize
        minRows={2}
        value={content.seoDescription}
        onChange={(event) => set({ seoDescription: event.currentTarget.value })}
      />
      <Checkbox
        id="noIndex"
        label="Ask search engines not to list it"
        checked={content.noIndex}
        onChange={(event) => set({ noIndex: event.currentTarget.checked })}
      />
      <div>
        <p className={styles.small}>In search results</p>
        <div className={styles.result}>
          <span>
            {host} › blog › {content.slug || "address"}
          </span>
          <b>{clipped(`${title}${title.includes(post.siteName) ? "" : ` · ${post.siteName}`}`, 65)}</b>
          <span>{clipped(words, 158)}</span>
        </div>
      </div>
      <div>
        <p className={styles.small}>Shared as a link</p>
        <div className={styles.card}>
          {content.coverId ? <img src={imageUrl(content.coverId, "card", "jpg")} alt="" /> : null}
          <div>
            <span>{host}</span>
            <b>{clipped(title, 70)}</b>
            <span>{clipped(words, 110)}</span>
          </div>
        </div>
      </div>
    </Panel>
  );
}

/** Preview links, for people without an account. */
export function PreviewPanel({ post }: { post: EditedPostView }) {
  const [id, setId] = useState("");
  const made = post.previews[0]?.id;
  return (
    <Panel title="Preview links" open={post.previews.length > 0}>
      <p className={styles.small}>
        A preview link shows the latest saved text to anyone who has it, without an account.
      </p>
      <ul className={styles.list}>
        {post.previews.map((link) => (
          <li key={link.id}>
            <input
              className={styles.link}
              readOnly
              value={link.url}
              aria-label="Preview link"
              onFocus={(event) => event.target.select()}
            />
            <span className={styles.small}>
              Works until <Instant at={link.expiresAt} />
              {link.by ? `, created by ${link.by}` : ""}
            </span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={link.id} />
              <SubmitButton size="compact-sm" variant="default" name="intent" value="revoke" pending="Revoking">
                Revoke link
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
      <Form
        method="post"
        preventScrollReset
        className={styles.buttons}
        onSubmit={() => setId(id || "sent")}
        key={made ?? "none"}
      >
        <FreshId />
        <NativeSelect
          name="days"
          aria-label="How long it works"
          defaultValue="7"
          data={[
            { value: "1", label: "1 day" },
            { value: "7", label: "7 days" },
            { value: "30", label: "30 days" },
          ]}
        />
        <SubmitButton variant="default" name="intent" value="share" pending="Creating">
          Create preview link
        </SubmitButton>
      </Form>
    </Panel>
  );
}
