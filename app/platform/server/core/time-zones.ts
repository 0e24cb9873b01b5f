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
 * The time zones to choose from, by part of the world. Made on the server: a browser may know others, and the page would not be the one that was sent.
 * @param present the one in force, which stays on offer under the name it was kept by
 */
export function timeZoneGroups(present: string | null): ZoneGroup[] {
  listed ??= list();
  if (!present || !isTimeZone(present) || listed.some((g) => g.items.some((z) => z.value === present))) return listed;
  return [{ group: "Now", items: [{ value: present, label: present.replaceAll("_", " ") }] }, ...listed];
}
