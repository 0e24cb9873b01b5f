import { findEditor } from "#app/features/editors/server/find-editor.ts";
import { profileForm, saveEditorProfile } from "#app/features/editors/server/save-editor-profile.ts";
import { savePublicPage } from "#app/features/orders/server/editor-record/save-public-page.ts";
import { personOf } from "./cast.ts";

/** Languages are added to what the editor's profile says. */
async function addToProfile(who: "jonas" | "priya", more: { languages: string[] }) {
  const editor = (await findEditor(personOf(who).uid))!;
  await saveEditorProfile(personOf(who), { editorId: editor.uid, ...profileForm(editor), ...more });
}

/** Jonas and Priya have public pages; Jonas shows a sample he wrote himself. */
export async function seedEditorPages(): Promise<void> {
  await addToProfile("jonas", { languages: ["de", "fr"] });
  await addToProfile("priya", { languages: ["hi", "ta"] });
  await savePublicPage(personOf("jonas"), {
    editorId: "usr_jonas",
    shown: true,
    mayShow: true,
    sampleBefore:
      "In this study it is shown that the moisture of the soil, it is depending strongly of the time when the snow is melting, what was also observed by other authors in similar catchments.",
    sampleAfter:
      "This study shows that soil moisture depends strongly on when the snow melts, as other authors have observed in similar catchments.",
  });
  await savePublicPage(personOf("priya"), {
    editorId: "usr_priya",
    shown: true,
    mayShow: false,
    sampleBefore: "",
    sampleAfter: "",
  });
}
