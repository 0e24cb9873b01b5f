import { useSearchParams } from "react-router";

/**
 * A date range for a FilterBar, both days inclusive, in UTC like the ledger.
 * @param from the default if the URL has none
 */
export function DateRange({ from = "", to = "" }: { from?: string; to?: string }) {
  const [asked] = useSearchParams();
  return (
    <>
      <label>
        From
        <input type="date" name="from" defaultValue={asked.get("from") ?? from} />
      </label>
      <label>
        To
        <input type="date" name="to" defaultValue={asked.get("to") ?? to} />
      </label>
    </>
  );
}
