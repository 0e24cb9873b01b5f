import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import type { Route } from "../+types/editor-dashboard";

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["editor"]>;

export function Record({ standing }: { standing: Loaded["standing"] }) {
  const { counted, late, rating, ratings, qaMean, qaRead, delivered } = standing;
  return (
    <Stats>
      <Stat
        label="On time"
        value={counted > 0 ? `${Math.round(((counted - late) / counted) * 100)}%` : "none yet"}
        detail={counted > 0 ? `${counted - late} of ${counted} orders` : "No deliveries yet"}
      />
      <Stat
        label="Rating"
        value={rating === null ? "none yet" : rating.toFixed(1)}
        detail={ratings === 0 ? "No ratings yet" : `Average of ${ratings}`}
      />
      <Stat
        label="QA"
        value={qaMean === null ? "none yet" : Math.round(qaMean)}
        detail={qaRead === 0 ? "No QA reviews yet" : `Out of 100, average of ${qaRead}`}
      />
      <Stat label="Delivered" value={delivered.toLocaleString("en-US")} detail="Orders" />
    </Stats>
  );
}
