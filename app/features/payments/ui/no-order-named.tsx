import { Button } from "@mantine/core";
import { Link } from "react-router";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { Page, PageTitle } from "#app/ui/page.tsx";
import styles from "./payment.module.css";

/** Shown when a payment page's URL names no order: what the page is for and where to find the order. */
export function NoOrderNamed({ title, shows }: { title: string; shows: string }) {
  const clientPage = useClientPath();
  return (
    <Page width="reading">
      <PageTitle title={title} lede={`${shows} The link you followed doesn't name an order.`} />
      <p>Open the order from your list to see its payment status. You haven't been charged by opening this page.</p>
      <p className={styles.buttons}>
        <Button component={Link} to={clientPage("/my-orders")}>
          View orders
        </Button>
        <Button component={Link} to={clientPage("/my-payments")} variant="default">
          View payments
        </Button>
      </p>
    </Page>
  );
}
