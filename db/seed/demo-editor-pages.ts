import { savePublicPage } from "#app/features/orders/server/editor-record/save-public-page.ts";
import { personOf } from "./cast.ts";

/** Jonas and Priya have public pages; Jonas shows a sample he wrote himself. */
export async function seedEditorPages(): Promise<void> {
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
