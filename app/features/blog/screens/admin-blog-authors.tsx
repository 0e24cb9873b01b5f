import { TextInput, Textarea } from "@mantine/core";
import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ActionForm } from "#app/ui/action-form.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { DoneNote, ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { AUTHOR_LIST } from "../rules/post-list.ts";
import { listAuthors } from "../server/list-posts.ts";
import { removeAuthor, saveAuthor } from "../server/save-author.ts";
import { BlogTabs } from "../ui/blog-tabs.tsx";
import styles from "../ui/cms.module.css";
import type { Route } from "./+types/admin-blog-authors";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Authors · Blog CMS");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => ({
  list: await listAuthors(actor, readListQuery(search, AUTHOR_LIST)),
  freshId: newId("author"),
}));

const save = intent({
  command: saveAuthor,
  input: ({ text }) => ({ id: text("id"), name: text("name"), slug: text("slug"), bio: text("bio") }),
  done: "Author saved",
});

/** Adds an author, changes one, or deletes one without articles. Each author's form has its own intent. */
export const action = pageAction<Route.ActionArgs>({
  intents: {
    add: save,
    remove: intent({ command: removeAuthor, input: ({ text }) => ({ id: text("id") }), done: "Author deleted" }),
  },
  only: save,
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** The names that articles are published under. */
export default function AdminBlogAuthors({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind === "blog.author_saved" || event.kind === "blog.author_removed");
  const answer = useLastAnswer(actionData);
  const { list, freshId } = loaderData;
  const none = (
    <EmptyState title="No authors" mark="caret">
      Add one with “New author”. People who create an article become authors automatically.
    </EmptyState>
  );
  return (
    <Page width="full">
      <PageTitle title="Authors" crumbs={[{ label: "Blog CMS", to: "/admin/blog" }]} />
      <BlogTabs />
      <div className={styles.gap}>
        <DoneNote answer={answer} />
        {answer?.form === "remove" ? <ErrorNote problem={answer.error} /> : null}
      </div>
      <div className={styles.maker}>
        <ActionForm
          intent="add"
          label="New author"
          submit="Add author"
          pending="Adding"
          fields={{ id: freshId }}
          answer={answer}
        >
          {({ problem, typed }) => <AuthorFields problem={problem} values={typed} place="new" />}
        </ActionForm>
      </div>
      <ListTable
        list={AUTHOR_LIST}
        page={list}
        cells={{
          name: (r) => (
            <>
              {r.name}
              <span className={styles.under}>/blog/authors/{r.slug}</span>
            </>
          ),
          bio: (r) => r.bio,
          posts: (r) => (r.posts > 0 ? <Link to={`/admin/blog?author=${r.slug}`}>{r.posts}</Link> : "0"),
          edit: (r) => (
            <>
              <ActionForm
                intent={`save ${r.id}`}
                label="Edit"
                submit="Save author"
                pending="Saving"
                fields={{ id: r.id }}
                answer={answer}
              >
                {({ problem, typed }) => (
                  <AuthorFields
                    problem={problem}
                    values={problem ? typed : { name: r.name, slug: r.slug, bio: r.bio }}
                    place={r.id}
                  />
                )}
              </ActionForm>
              {r.posts === 0 ? (
                <Form method="post">
                  <input type="hidden" name="id" value={r.id} />
                  <SubmitButton size="compact-sm" variant="default" name="intent" value="remove" pending="Deleting">
                    Delete
                  </SubmitButton>
                </Form>
              ) : (
                <Link to={href("/blog/authors/:authorId", { authorId: r.slug })}>View page</Link>
              )}
            </>
          ),
        }}
        rowKey={(r) => r.id}
        empty={none}
        noMatch={none}
      />
    </Page>
  );
}

function AuthorFields({
  problem,
  values,
  place,
}: {
  problem: ShownProblem | undefined;
  values: Readonly<Record<string, string>>;
  /** Distinguishes the fields of several forms. */
  place: string;
}) {
  const field = (name: string) => ({
    name,
    id: `${name}-${place}`,
    defaultValue: values[name] ?? "",
    error: fieldError(problem, name),
  });
  return (
    <>
      <TextInput label="Name" required maxLength={80} {...field("name")} />
      <TextInput
        label="Address"
        description="At the end of /blog/authors/. Leave empty to make it from the name."
        maxLength={60}
        {...field("slug")}
      />
      <Textarea
        label="Biography"
        description="Shown below their articles"
        maxLength={400}
        autosize
        minRows={2}
        {...field("bio")}
      />
    </>
  );
}
