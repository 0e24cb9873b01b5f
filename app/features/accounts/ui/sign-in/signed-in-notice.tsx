import { Form, Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./account-form.module.css";

/** Shown on sign-in pages to people who are already signed in. */
export function SignedInNotice({ email, onward }: { email: string; onward: string }) {
  return (
    <>
      <Notice
        tone="good"
        title={
          <>
            You're signed in as <span className={styles.address}>{email}</span>.
          </>
        }
      />
      <div className={`${styles.buttons} ${styles.below}`}>
        <Button component={Link} to={onward}>
          Continue
        </Button>
        <Form method="post" action="/signin">
          <SubmitButton name="intent" value="sign-out" variant="default" formAction="/signin" pending="Signing out">
            Sign out
          </SubmitButton>
        </Form>
      </div>
    </>
  );
}
