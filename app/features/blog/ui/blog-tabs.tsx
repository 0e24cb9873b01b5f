import { PageTabs } from "#app/ui/frame/page-tabs.tsx";

/** The pages of the CMS. */
export const BlogTabs = () => (
  <PageTabs
    label="Blog CMS"
    tabs={[
      { label: "Articles", to: "/admin/blog" },
      { label: "Authors", to: "/admin/blog/authors" },
      { label: "Tags", to: "/admin/blog/tags" },
    ]}
  />
);
