import { LEGAL_DOCUMENTS } from "#app/features/accounts/rules/legal.ts";
import { currentVersion } from "#app/features/accounts/server/legal/legal-documents.ts";
import { confirmSetupStep } from "#app/features/backoffice/server/setup/confirm-setup-step.ts";
import { EXAMPLE_SELLER } from "#app/features/company/server/find-company.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { personOf } from "./cast.ts";

/** The manual steps of the setup checklist, completed: company, tax, prices, and legal texts. */
export async function seedCompany(): Promise<void> {
  const ada = personOf("ada");
  await saveCompany(ada, {
    ...EXAMPLE_SELLER,
    address: "1 Demo Street",
    registration: "Demo 00000",
    version: "0",
  });
  await confirmSetupStep(ada, { step: "tax" });
  await confirmSetupStep(ada, { step: "prices" });
  for (const item of LEGAL_DOCUMENTS)
    await confirmSetupStep(ada, { step: "legal", item, version: await currentVersion(item) });
}
