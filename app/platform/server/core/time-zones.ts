import { isTimeZone } from "#app/platform/rules/core/time.ts";

export type ZoneGroup = { group: string; items: { value: string; label: string }[] };

let listed: ZoneGroup[] | undefined;

function list(): ZoneGroup[] {
  const groups = new Map<string, ZoneGroup["items"]>();
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const [region = "", ...place] = zone.split("/");
    if (place.length === 0) continue;
    groups.set(region, [...(groups.get(region) ?? []), { value: zone, label: place.join(", ").replaceAll("_", " ") }]);
  }
  return [
    ...[...groups].map(([group, items]) => ({ group, items })),
    { group: "Everywhere", items: [{ value: "UTC", label: "UTC" }] },
  ];
}

/**
 * The time zones to choose from, by region. Made on the server, because a browser may know others, which would break
 * hydration.
 * @param present the current one, which stays in the list under its stored name
 */
export function timeZoneGroups(present: string | null): ZoneGroup[] {
  listed ??= list();
  if (!present || !isTimeZone(present) || listed.some((g) => g.items.some((z) => z.value === present))) return listed;
  return [{ group: "Now", items: [{ value: present, label: present.replaceAll("_", " ") }] }, ...listed];
}
