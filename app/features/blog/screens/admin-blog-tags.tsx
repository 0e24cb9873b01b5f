import { count } from "#app/platform/rules/core/count.ts";
import { TextInput } from "@mantine/core";
import { Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ActionForm } from "#app/ui/action-form.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { DoneNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { TAG_LIST } from "../rules/post-list.ts";
import { tagLabel } from "../rules/post.ts";
import { listEditedTags } from "../server/list-posts.ts";
import { renameTag } from "../server/rename-tag.ts";
import { BlogTabs } from "../ui/blog-tabs.tsx";
import styles from "../ui/cms.module.css";
import type { Route } from "./+types/admin-blog-tags";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Tags · Blog CMS");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => ({
  list: await listEditedTags(actor, readListQuery(search, TAG_LIST)),
}));

/** Renames, merges, or removes a tag. Each tag's form has its own intent. */
export const action = pageAction<Route.ActionArgs>({
  only: intent({
    command: renameTag,
    input: ({ text }) => ({ from: text("from"), to: text("to") }),
    done: ({ posts }) => (posts === 0 ? "Nothing to change" : `Tag changed in ${count(posts, "article")}`),
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** The tags of all articles. */
export default function AdminBlogTags({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind === "blog.tag_renamed" || event.kind === "blog.published");
  const answer = useLastAnswer(actionData);
  const { list } = loaderData;
  const none = (
    <EmptyState title="No tags" mark="caret">
      Tags appear here once you add them to an article.
    </EmptyState>
  );
  return (
    <Page width="full">
      <PageTitle title="Tags" crumbs={[{ label: "Blog CMS", to: "/admin/blog" }]} />
      <BlogTabs />
      <div className={styles.gap}>
        <DoneNote answer={answer} />
      </div>
      <ListTable
        list={TAG_LIST}
        page={list}
        cells={{
          tag: (r) => (
            <>
              {tagLabel(r.tag)}
              {r.published > 0 ? (
                <span className={styles.under}>
                  <Link to={href("/blog/tags/:tag", { tag: r.tag })}>/blog/tags/{r.tag}</Link>
                </span>
              ) : null}
            </>
          ),
          posts: (r) => <Link to={`/admin/blog?tag=${r.tag}`}>{r.posts}</Link>,
          rename: (r) => (
            <ActionForm
              intent={`rename ${r.tag}`}
              label="Rename"
              submit="Rename tag"
              pending="Renaming"
              fields={{ from: r.tag }}
              answer={answer}
            >
              {({ problem, typed }) => (
                <TextInput
                  label="New name"
                  description="If another tag has this name, the two are merged. Leave it empty to remove the tag from its articles."
                  name="to"
                  id={`to-${r.tag}`}
                  maxLength={40}
                  defaultValue={problem ? (typed["to"] ?? "") : r.tag}
                  error={fieldError(problem, "to")}
                />
              )}
            </ActionForm>
          ),
        }}
        rowKey={(r) => r.tag}
        empty={none}
        noMatch={none}
      />
    </Page>
  );
}
