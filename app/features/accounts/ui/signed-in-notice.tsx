import { Button } from "@mantine/core";
import { Form, Link } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./account-form.module.css";

/** For somebody who opens a sign-in page and is signed in: whose account it is, on, or out. */
export function SignedInNotice({ email, onward }: { email: string; onward: string }) {
  return (
    <>
      <Notice
        tone="good"
        title={
          <>
            You are signed in as <span className={styles.address}>{email}</span>.
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
