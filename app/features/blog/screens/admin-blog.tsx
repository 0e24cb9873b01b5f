import { Form } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { ActionForm } from "#app/ui/action-form.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { POST_LIST } from "../rules/post-list.ts";
import { tagLabel } from "../rules/post.ts";
import { createPost } from "../server/create-post.ts";
import { listChoices, listEditedPosts } from "../server/list-posts.ts";
import { BlogTabs } from "../ui/blog-tabs.tsx";
import { PostStatusBadge } from "../ui/post-status.tsx";
import styles from "../ui/cms.module.css";
import type { Route } from "./+types/admin-blog";

const HERE = "/admin/blog";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Blog CMS");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => ({
  list: await listEditedPosts(actor, readListQuery(search, POST_LIST)),
  choices: await listChoices(actor),
  freshId: newId("post"),
}));

const MOST_BYTES = 1024 * 1024;

/** The Markdown file of the form. */
async function markdownIn({ form }: FormRequest<Route.ActionArgs>) {
  const file = form.get("file");
  const wrong = (message: string) => invalid("file", message, "Choose a .md file.", { file: message });
  if (!(file instanceof File) || file.size === 0) throw wrong("Choose a file.");
  if (file.size > MOST_BYTES) throw wrong("This file is larger than 1 MB.");
  const markdown = new TextDecoder("utf-8").decode(await file.arrayBuffer());
  // A Word file or a picture contains these, but text doesn't.
  if (/[\0\uFFFD]/.test(markdown)) throw wrong("This file isn't plain text.");
  return { markdown, fileName: file.name };
}

/** Creates a draft, empty or from a Markdown file. */
export const action = pageAction<Route.ActionArgs>({
  takesFiles: true,
  intents: {
    create: intent({
      command: createPost,
      input: ({ text }) => ({ id: text("id") }),
      goTo: ({ id }) => `${HERE}/${id}`,
    }),
    import: intent({
      command: createPost,
      input: async (asked) => ({ id: asked.text("id"), ...(await markdownIn(asked)) }),
      goTo: ({ id }) => `${HERE}/${id}`,
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Every article in every state. */
export default function AdminBlog({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("blog.") && event.kind !== "blog.editing");
  const answer = useLastAnswer(actionData);
  const { list, choices, freshId } = loaderData;
  const create = (
    <Form method="post">
      <input type="hidden" name="id" value={freshId} />
      <SubmitButton name="intent" value="create" pending="Creating">
        New article
      </SubmitButton>
    </Form>
  );
  return (
    <Page width="full">
      <PageTitle title="Blog CMS" actions={create} />
      <BlogTabs />
      {answer?.error && answer.form === "create" ? (
        <div className={styles.gap}>
          <ErrorNote problem={answer.error} />
        </div>
      ) : null}
      <div className={styles.maker}>
        <ActionForm
          intent="import"
          label="Import Markdown"
          submit="Import article"
          pending="Importing"
          fields={{ id: freshId }}
          encType="multipart/form-data"
          answer={answer}
        >
          {({ problem }) => (
            <label className={styles.field}>
              Markdown file
              <input type="file" name="file" accept=".md,.markdown,.txt,text/markdown,text/plain" required />
              {fieldError(problem, "file") ? null : (
                <span className={styles.under}>
                  Title, summary, tags, and author can be in lines between --- at the top. It becomes a draft.
                </span>
              )}
            </label>
          )}
        </ActionForm>
      </div>
      <ListTable
        list={POST_LIST}
        page={list}
        cells={{
          title: (r) => r.title || "Untitled",
          status: (r) => (
            <>
              <PostStatusBadge status={r.status} />
              {r.changed ? <span className={styles.under}>Unpublished changes</span> : null}
            </>
          ),
          author: true,
          tags: (r) => r.tags.map(tagLabel).join(", "),
          published: (r) =>
            r.publishedAt && r.status !== "draft" ? (
              <Instant at={r.publishedAt} show={r.status === "scheduled" ? undefined : "day"} />
            ) : (
              <span className="soft">Not published</span>
            ),
          updated: (r) => (
            <>
              <Instant at={r.editedAt} />
              {r.editedBy ? <span className={styles.under}>{r.editedBy}</span> : null}
            </>
          ),
        }}
        rowKey={(r) => r.id}
        rowTo={(r) => `${HERE}/${r.id}`}
        empty={
          <EmptyState title="No articles yet" mark="caret">
            Write the first one with “New article”, or import a Markdown file. Readers see it once you publish it.
          </EmptyState>
        }
        choices={{ author: choices.authors, tag: choices.tags.map((t) => [t, tagLabel(t)]) }}
      />
    </Page>
  );
}
