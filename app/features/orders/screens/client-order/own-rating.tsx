import { Link, href } from "react-router";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { Sheet } from "#app/ui/page.tsx";
import { Stars } from "#app/ui/content/star-rating.tsx";

/** The rating that a client gave, with a link to change it. */
export function OwnRating({ orderId, stars }: { orderId: string; stars: number }) {
  const clientPage = useClientPath();
  return (
    <Sheet
      title="Your rating"
      aside={<Link to={clientPage(href("/order/:orderId/rate", { orderId }))}>Change rating</Link>}
    >
      <Stars value={stars} />
    </Sheet>
  );
}
