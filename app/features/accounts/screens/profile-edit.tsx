import { listCountries } from "#app/platform/rules/core/country.ts";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useRef } from "react";
import { Form, Link, href, redirect } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useSavedFields } from "#app/platform/browser/core/saved-fields.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type PageRequest,
  type FormRequest,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { emailBrand } from "#app/platform/server/mail/templates.ts";
import { timeZoneGroups } from "#app/platform/server/core/time-zones.ts";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { findOwnProfile, ownProfileForm, ownProfileVersion } from "../server/settings/find-own-profile.ts";
import { saveProfile } from "../server/settings/save-profile.ts";
import { checkVatId } from "#app/features/tax/server/check-vat-id.ts";
import { AddressFields } from "#app/features/tax/ui/billing-fields.tsx";
import { ProfileTabs } from "../ui/profile-tabs.tsx";
import styles from "../ui/profile.module.css";
import type { Route } from "./+types/profile-edit";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Edit profile");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to edit your profile.");
  const profile = await findOwnProfile(actor);
  const { language, languageName } = await emailBrand();
  return {
    languages: language === "" ? [] : [{ value: language, label: languageName }],
    form: ownProfileForm(profile),
    seen: ownProfileVersion(profile),
    countries: listCountries(),
    zones: timeZoneGroups(profile.timeZone),
    email: actor.email,
  };
});

type Typed = Record<
  "displayName" | "timeZone" | "emailLanguage" | "name" | "organization" | "address" | "country" | "state" | "vatId",
  string
>;
/** `seen`: after a conflict, the profile's current version, so that saving again overwrites it. */
type Extra = { seen: string };

const typedIn = ({ text }: FormRequest<Route.ActionArgs>): Typed => ({
  displayName: text("displayName"),
  timeZone: text("timeZone"),
  emailLanguage: text("emailLanguage"),
  name: text("name"),
  organization: text("organization"),
  address: text("address"),
  country: text("country"),
  state: text("state"),
  vatId: text("vatId"),
});

export const action = pageAction<Route.ActionArgs, Extra, Typed>({
  only: async (asked) => {
    const { emailLanguage, ...typed } = typedIn(asked);
    await saveProfile(asked.actor, {
      uid: uidOf(asked.actor) ?? "",
      ...typed,
      ...(asked.form.has("emailLanguage") ? { emailLanguage } : {}),
      seen: asked.text("seen"),
    });
    await checkVatId(asked.actor);
    return redirect(`${href("/profile")}?saved`);
  },
  typed: typedIn,
  refused: async ({ kind }, { actor }) =>
    kind === "conflict" && actor.kind === "person" ? { seen: ownProfileVersion(await findOwnProfile(actor)) } : {},
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** An author edits their name, time zone, and billing details. */
export default function ProfileEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { form, seen, countries, zones, languages, email } = loaderData;
  const answer = useLastAnswer(actionData);
  const problem = answer?.error;
  const shown: Typed = answer?.typed ?? form;
  const profile = useRef<HTMLFormElement>(null);
  const version = useSavedFields(profile, form, answer, seen);
  return (
    <Page width="reading">
      <PageTitle title="Edit profile" />
      <ProfileTabs />
      <Form method="post" className={styles.stack} ref={profile}>
        <input type="hidden" name="seen" value={answer?.seen ?? version} />
        <ErrorNote problem={problem} />
        <Sheet>
          <fieldset className={styles.part}>
            <legend>You</legend>
            <TextInput
              id="displayName"
              name="displayName"
              label="Name"
              description="Shown to your editors and our staff"
              autoComplete="name"
              required
              maxLength={80}
              defaultValue={shown.displayName}
              error={fieldError(problem, "displayName")}
            />
            <NativeSelect
              id="timeZone"
              name="timeZone"
              label="Time zone"
              description="Used for every date and deadline you see"
              defaultValue={shown.timeZone}
              data={[{ value: "", label: "Same as my browser" }, ...zones]}
              error={fieldError(problem, "timeZone")}
            />
            {languages.length > 0 ? (
              <NativeSelect
                id="emailLanguage"
                name="emailLanguage"
                label="Language of emails"
                description="Emails that aren't translated yet come in English"
                defaultValue={shown.emailLanguage}
                data={[{ value: "", label: "English" }, ...languages]}
                error={fieldError(problem, "emailLanguage")}
              />
            ) : null}
            <p className={styles.note}>
              Your email address is {email}. You can change it and your password in{" "}
              <Link to="/profile/settings">settings</Link>.
            </p>
          </fieldset>
        </Sheet>
        <Sheet>
          <fieldset className={styles.part} id="billing">
            <legend>Billing</legend>
            <p className={styles.note}>
              Shown on your future invoices. You can leave them empty: we ask for your country when an order may be
              taxed.
            </p>
            <AddressFields shown={shown} countries={countries} error={(field) => fieldError(problem, field)} />
          </fieldset>
        </Sheet>
        <div className={styles.buttons}>
          <SubmitButton pending="Saving">Save profile</SubmitButton>
          <Button component={Link} to="/profile" variant="subtle">
            Cancel
          </Button>
        </div>
      </Form>
    </Page>
  );
}
