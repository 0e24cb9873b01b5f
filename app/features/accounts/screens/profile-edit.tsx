import { Button, NativeSelect, TextInput, Textarea } from "@mantine/core";
import { Form, Link, data, redirect } from "react-router";
import { actorContext } from "#app/context.ts";
import { keepTyped } from "#app/platform/browser/core/keep-typed.ts";
import { Problem, refused } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { problemResponse } from "#app/platform/server/core/problem.ts";
import { readPageForm } from "#app/platform/server/core/read-body.ts";
import { timeZoneGroups } from "#app/platform/server/core/time-zones.ts";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { COUNTRY_CODES } from "../rules/billing.ts";
import { countryName, findOwnProfile, ownProfileForm, ownProfileVersion } from "../server/find-own-profile.ts";
import { saveProfile } from "../server/save-profile.ts";
import { ProfileTabs } from "../ui/profile-tabs.tsx";
import styles from "../ui/profile.module.css";
import type { Route } from "./+types/profile-edit";

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Edit profile · ${loaderData?.siteName ?? ""}` }];

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  if (actor.kind !== "person") return problemResponse(refused("Sign in to edit your profile."));
  const profile = await findOwnProfile(actor).catch(problemResponse);
  const countries = COUNTRY_CODES.map((code) => ({ value: code, label: countryName(code) })).toSorted((a, b) =>
    a.label.localeCompare(b.label, "en"),
  );
  return {
    form: ownProfileForm(profile),
    seen: ownProfileVersion(profile),
    countries,
    zones: timeZoneGroups(profile.timeZone),
    email: actor.email,
    siteName: config().siteName,
  };
}

type Typed = Record<"displayName" | "timeZone" | "name" | "address" | "country" | "vatId", string>;
/** `seen`: after a conflict, the profile's current version, so that saving again overwrites it. */
type Answer = { error: ShownProblem; typed: Typed; seen?: string };

export async function action({ context, request }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const form = await readPageForm(request);
  const text = (name: string) => String(form.get(name) ?? "");
  const typed: Typed = {
    displayName: text("displayName"),
    timeZone: text("timeZone"),
    name: text("name"),
    address: text("address"),
    country: text("country"),
    vatId: text("vatId"),
  };
  try {
    await saveProfile(actor, { uid: actor.kind === "person" ? actor.uid : "", ...typed, seen: text("seen") });
    return redirect("/profile?saved");
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const seen =
      error.kind === "conflict" && actor.kind === "person"
        ? { seen: ownProfileVersion(await findOwnProfile(actor)) }
        : {};
    return data<Answer>({ error: error.toJSON(), typed, ...seen }, { status: error.status });
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepTyped(serverAction);

/** An author edits their name, time zone, and billing details. */
export default function ProfileEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { form, seen, countries, zones, email } = loaderData;
  const answer = actionData as Answer | undefined;
  const problem = answer?.error;
  const shown: Typed = answer?.typed ?? form;
  return (
    <Page width="reading">
      <PageTitle title="Edit profile" />
      <ProfileTabs />
      <Form method="post" className={styles.stack} key={answer ? JSON.stringify(answer) : "fresh"}>
        <input type="hidden" name="seen" value={answer?.seen ?? seen} />
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
              Shown on your future invoices. Every field is optional. If you leave them empty, we bill you by name.
            </p>
            <TextInput
              id="name"
              name="name"
              label="Bill to"
              description="You, your university, or your company"
              autoComplete="organization"
              maxLength={120}
              defaultValue={shown.name}
              error={fieldError(problem, "name")}
            />
            <Textarea
              id="address"
              name="address"
              label="Address"
              autoComplete="street-address"
              autosize
              minRows={3}
              maxLength={400}
              defaultValue={shown.address}
              error={fieldError(problem, "address")}
            />
            <div className={styles.pair}>
              <NativeSelect
                id="country"
                name="country"
                label="Country"
                autoComplete="country"
                defaultValue={shown.country}
                data={[{ value: "", label: "Not specified" }, ...countries]}
                error={fieldError(problem, "country")}
              />
              <TextInput
                id="vatId"
                name="vatId"
                label="VAT ID, if you have one"
                maxLength={30}
                defaultValue={shown.vatId}
                error={fieldError(problem, "vatId")}
              />
            </div>
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
