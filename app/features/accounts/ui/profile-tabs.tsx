import { PageTabs } from "#app/ui/frame/page-tabs.tsx";

/** The pages about an author's own account. */
export const ProfileTabs = () => (
  <PageTabs
    label="Profile"
    tabs={[
      { label: "Profile", to: "/profile" },
      { label: "Edit", to: "/profile/edit" },
      { label: "Settings", to: "/profile/settings" },
      { label: "Organizations", to: "/organizations" },
      { label: "Style sheet", to: "/profile/style-sheet" },
      { label: "API keys", to: "/profile/api-keys" },
      { label: "Webhooks", to: "/profile/webhooks" },
      { label: "Your data", to: "/profile/data" },
    ]}
  />
);
