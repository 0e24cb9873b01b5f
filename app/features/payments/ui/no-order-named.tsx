import { Button } from "@mantine/core";
import { Link, href } from "react-router";
import { Page, PageTitle } from "#app/ui/page.tsx";
import styles from "./payment.module.css";

/** Shown when a payment page's URL names no order: what the page is for and where to find the order. */
export function NoOrderNamed({ title, shows }: { title: string; shows: string }) {
  return (
    <Page width="reading">
      <PageTitle title={title} lede={`${shows} The link you followed doesn't name an order.`} />
      <p>Open the order from your list to see its payment status. You haven't been charged by opening this page.</p>
      <p className={styles.buttons}>
        <Button component={Link} to={href("/my-orders")}>
          View orders
        </Button>
        <Button component={Link} to={href("/my-payments")} variant="default">
          View payments
        </Button>
      </p>
    </Page>
  );
}
