import { href } from "react-router";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";

/** Tabs for an editor's account pages. */
export const EditorTabs = ({ editorId }: { editorId: string }) => (
  <PageTabs
    label="Editor"
    tabs={[
      { label: "Profile", to: href("/editor/profile/:editorId", { editorId }) },
      { label: "Matching", to: "/editor/settings/matching" },
      { label: "Calendar", to: "/editor/calendar" },
      { label: "Public page", to: "/editor/settings/public-page" },
      { label: "KYC", to: "/editor/kyc" },
      { label: "Settings", to: "/editor/settings" },
      { label: "Your data", to: "/editor/settings/data" },
    ]}
  />
);
