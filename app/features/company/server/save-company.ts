import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { COMPANY_FIELDS, type Company, CompanyInput } from "../rules/company.ts";
import { findCompany } from "./find-company.ts";

const FIELDS = Object.keys(COMPANY_FIELDS) as (keyof Company)[];

/**
 * Saves the seller. Invoices that were already issued keep theirs.
 * @throws conflict when someone else saved a newer version
 */
export const saveCompany = command({
  input: CompanyInput,
  async load(_input, { tx }) {
    await lockName(tx, "company");
    return findCompany(tx);
  },
  allow: (actor) => may(actor, "operations") || "Only admins can change the company's details.",
  async run({ input, thing: saved, tx, actor, now, fact }): Promise<{ changed: boolean }> {
    const next: Company = {
      legalName: input.legalName,
      address: input.address,
      town: input.town,
      country: input.country,
      registration: input.registration,
    };
    const changed = FIELDS.filter((field) => saved?.[field] !== next[field]);
    if (changed.length === 0) return { changed: false };
    if ((saved?.version ?? 0) !== input.version)
      throw conflict(
        "changed",
        "Someone else changed the company's details after you opened this page.",
        "Reload the page to see their version, then make your change again.",
      );
    const row = { ...next, updatedAt: now, updatedBy: actor.kind === "person" ? actor.uid : null };
    await tx
      .insertInto("company")
      .values({ id: 1, ...row, version: 1 })
      .onConflict((c) => c.column("id").doUpdateSet({ ...row, version: input.version + 1 }))
      .execute();
    await fact("company.changed", { data: { changed }, topics: ["staff"] });
    // Legal texts and the about page name the company.
    await forgetPages(tx);
    return { changed: true };
  },
});
