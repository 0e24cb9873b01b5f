import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { Textarea, Button } from "@mantine/core";
import { type ComponentType, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Link, href, useBlocker, useRevalidator, useSubmit } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useTimeZone } from "#app/platform/browser/core/now.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { isTimeZone } from "#app/platform/rules/core/time.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DoneNote, ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { Prose } from "#app/ui/content/prose.tsx";
import { CONTENT_LIMITS, slugOf } from "../rules/content.ts";
import { type EditedPostView, findEditedPost } from "../server/find-edited-post.ts";
import { revokePreview, sharePreview } from "../server/preview.ts";
import { previewArticle } from "../server/preview-article.ts";
import { publishPost, schedulePost } from "../server/publish-post.ts";
import { removePost } from "../server/remove-post.ts";
import { removeRedirect } from "../server/remove-redirect.ts";
import { restoreVersion } from "../server/restore-version.ts";
import { unpublishPost } from "../server/unpublish-post.ts";
import type { EditorHandle } from "../ui/editor/article-editor.tsx";
import { CoverPanel, DetailsPanel, PreviewPanel, SearchPanel } from "../ui/post-panels.tsx";
import type { Fields } from "../ui/panel.tsx";
import { LinksPanel } from "../ui/links-panel.tsx";
import { VersionsPanel } from "../ui/versions-panel.tsx";
import { PostStatusBadge } from "../ui/post-status.tsx";
import { useArticle } from "../ui/use-article.ts";
import styles from "../ui/post-panels.module.css";
import type { Route } from "./+types/admin-blog-post";
import { SaveNote, PublishButton, SchedulePanel } from "./admin-blog-post/publishing.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, `${loaderData?.post.content.title || "Untitled"} · Blog CMS`);

export const loader = pageLoader(async ({ actor, params: { postId } }: PageRequest<Route.LoaderArgs>) => ({
  post: await findEditedPost(actor, postId),
  // Shown until the editor has loaded.
  html: (await previewArticle(actor, postId)).html,
}));

type Asked = { text: (name: string) => string; params: { postId: string } };
const versionIn = ({ text, params: { postId } }: Asked) => ({ postId, version: Number(text("version") || Number.NaN) });
const postIn = ({ params: { postId } }: Asked) => ({ postId });

/** Publishes, schedules, unpublishes, deletes, or restores the article, and manages its preview links and redirects. */
export const action = pageAction<Route.ActionArgs, { loaded: number }>({
  intents: {
    publish: intent({
      command: publishPost,
      input: versionIn,
      done: ({ changed }) => (changed ? "Article published" : "This article was already published."),
    }),
    schedule: intent({
      command: schedulePost,
      input: (asked) => ({
        ...versionIn(asked),
        publishAt: instantOf(asked.text("publishAt"), isTimeZone(asked.text("zone")) ? asked.text("zone") : "UTC"),
      }),
      done: "Article scheduled. It will be published automatically.",
    }),
    unpublish: intent({
      command: unpublishPost,
      input: postIn,
      done: ({ changed, wasScheduled }) =>
        !changed ? "This article was already a draft." : wasScheduled ? "Schedule removed" : "Article unpublished",
    }),
    remove: intent({ command: removePost, input: postIn, goTo: () => "/admin/blog" }),
    restore: intent({
      command: restoreVersion,
      input: (asked) => ({ ...versionIn(asked), versionId: asked.text("versionId") }),
      done: "Version restored. Publish it to show it to readers.",
      reply: ({ version }) => ({ loaded: version }),
    }),
    share: intent({
      command: sharePreview,
      input: (asked) => ({ ...postIn(asked), id: asked.text("id"), days: asked.text("days") }),
      done: "Preview link created",
    }),
    revoke: intent({
      command: revokePreview,
      input: (asked) => ({ ...postIn(asked), id: asked.text("id") }),
      done: "Preview link revoked",
    }),
    redirect: intent({
      command: removeRedirect,
      input: (asked) => ({ ...postIn(asked), slug: asked.text("slug") }),
      done: "Redirect removed",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** One article in the editor. */
export default function AdminBlogPost({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ArticlePage
      key={loaderData.post.id}
      post={loaderData.post}
      html={loaderData.html}
      answer={useLastAnswer(actionData)}
    />
  );
}

type EditorPart = typeof import("../ui/editor/article-editor.tsx");
/** The editor is large, so it's loaded by this page alone, once it's shown. */
function useEditorPart(): EditorPart | null {
  const [part, setPart] = useState<EditorPart | null>(null);
  useEffect(() => {
    let left = false;
    void import("../ui/editor/article-editor.tsx").then((it) => left || setPart(it));
    return () => {
      left = true;
    };
  }, []);
  return part;
}

type Answer = NonNullable<Route.ComponentProps["actionData"]>;

function ArticlePage({ post, html, answer }: { post: EditedPostView; html: string; answer: Answer | undefined }) {
  const handle = useRef<EditorHandle>(null);
  const article = useArticle(post, handle);
  const {
    content,
    version,
    state,
    problem,
    isConflict,
    others,
    newer,
    set,
    changed,
    save,
    load,
    keepMine,
    isDirty,
    versionNow,
  } = article;
  const part = useEditorPart();
  const submit = useSubmit();
  const revalidator = useRevalidator();
  const zone = useTimeZone();
  useLive((event) => event.kind.startsWith("blog.") && event.kind !== "blog.saved" && event.kind !== "blog.editing");
  const problems: Fields = answer?.error?.fields ?? {};

  // A link inside the product saves on the way; if that isn't possible, the reader decides.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void save().then((done) =>
      done || confirm("Your last changes couldn't be saved. Leave without them?") ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, save]);

  // Show somebody else's version as soon as that wouldn't lose anything typed here.
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    if (newer !== null && !isDirty() && state === "saved") {
      setWanted(newer);
      void revalidator.revalidate();
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per newer version
  }, [newer]);
  const loadedBy = answer?.loaded ?? 0;
  useEffect(() => {
    if (Math.max(wanted, loadedBy) <= version || post.version <= version) return;
    load(post);
    setWanted(0);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the page has been read again
  }, [post.version, wanted, loadedBy]);

  const send = useCallback(
    async (fields: Record<string, string>) => {
      if (!(await save())) return;
      void submit({ ...fields, version: String(versionNow()) }, { method: "post", preventScrollReset: true });
    },
    [save, submit, versionNow],
  );
  const discard = async () => {
    await keepMine().catch(() => undefined);
    setWanted(Number.MAX_SAFE_INTEGER);
    await revalidator.revalidate();
  };
  const liveUrl = post.isLive && post.liveSlug ? href("/blog/:slug", { slug: post.liveSlug }) : null;
  const hasChanges = post.status !== "draft" && (post.changed || version > post.version || state === "unsaved");
  const Editor = part?.default as
    | ComponentType<{
        document: EditedPostView["content"]["document"];
        handle: RefObject<EditorHandle | null>;
        onChange: () => void;
        problem: string | undefined;
      }>
    | undefined;
  return (
    <Page width="full">
      <PageTitle
        title={content.title.trim() || "Untitled"}
        crumbs={[{ label: "Blog CMS", to: "/admin/blog" }]}
        status={
          <>
            <PostStatusBadge status={post.status} />
            <SaveNote state={state} />
          </>
        }
        actions={
          <>
            {liveUrl ? <Link to={liveUrl}>View article</Link> : null}
            <Link
              to={href("/admin/blog/:postId/preview", { postId: post.id })}
              target="_blank"
              onClick={() => void save()}
            >
              Preview
            </Link>
            <PublishButton post={post} hasChanges={hasChanges} onPublish={() => void send({ intent: "publish" })} />
          </>
        }
      />
      <div className={styles.notes}>
        <ErrorNote problem={answer?.error} byField />
        <DoneNote answer={answer} />
        {(state === "stopped" || state === "signed-out") && problem && !isConflict ? (
          <Notice tone="late" title={`${problem.message} ${problem.advice}`} />
        ) : null}
        {isConflict ? (
          <Notice
            tone="attention"
            title={problem?.message ?? ""}
            action={
              <div className={styles.buttons}>
                <Button variant="default" size="compact-sm" onClick={() => void save(newer ?? post.version)}>
                  Save mine over theirs
                </Button>
                <Button variant="default" size="compact-sm" onClick={() => void discard()}>
                  Load theirs
                </Button>
              </div>
            }
          >
            Your text is still here but isn't saved. Whichever you choose, the other one stays under Versions.
          </Notice>
        ) : null}
        {others.length > 0 && !isConflict ? (
          <Notice
            tone="attention"
            title={`${joinWords(others)} ${others.length === 1 ? "is" : "are"} editing this article, too`}
          >
            Agree on who writes: if you both change it, one of you will have to choose a version.
          </Notice>
        ) : null}
      </div>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Textarea
            id="title"
            label="Title"
            className={styles.title}
            autosize
            minRows={1}
            maxLength={CONTENT_LIMITS.title}
            value={content.title}
            error={problems["title"]}
            onChange={(event) => set({ title: event.currentTarget.value.replaceAll("\n", " ") })}
            onBlur={() => {
              if (content.slug === "") set({ slug: slugOf(content.title) });
            }}
          />
          <Textarea
            id="summary"
            label="Summary"
            description="Below the title, in lists, and in search results"
            className={styles.summary}
            autosize
            minRows={2}
            maxLength={CONTENT_LIMITS.summary}
            value={content.summary}
            error={problems["summary"]}
            onChange={(event) => set({ summary: event.currentTarget.value.replaceAll("\n", " ") })}
          />
          {Editor ? (
            <Editor document={content.document} handle={handle} onChange={changed} problem={problems["document"]} />
          ) : (
            <>
              <p className={styles.small}>Loading the editor…</p>
              <Prose html={html} />
              <noscript>To change the text, turn on JavaScript.</noscript>
            </>
          )}
        </div>
        <aside className={styles.side} aria-label="Settings of the article">
          <SchedulePanel
            post={post}
            zone={zone}
            problem={problems["publishAt"]}
            hasChanges={hasChanges}
            onSchedule={(fields) => void send(fields)}
          />
          <DetailsPanel post={post} content={content} set={set} problems={problems} />
          <CoverPanel content={content} set={set} problems={problems} upload={part?.uploadPicture ?? null} />
          <SearchPanel post={post} content={content} set={set} />
          <PreviewPanel post={post} />
          <LinksPanel postId={post.id} save={save} />
          <VersionsPanel
            post={post}
            onOpen={() => void save().then(() => revalidator.revalidate())}
            onRestore={(versionId) => void send({ intent: "restore", versionId })}
          />
        </aside>
      </div>
    </Page>
  );
}
