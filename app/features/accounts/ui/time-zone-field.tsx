import { useHydrated } from "#app/platform/browser/core/now.ts";

/** Tells the server which time zone the browser is in; empty before the script has loaded. */
export function TimeZoneField() {
  const hydrated = useHydrated();
  return (
    <input
      type="hidden"
      name="timeZone"
      value={hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone || "" : ""}
      readOnly
    />
  );
}
