import { isTimeZone } from "#app/platform/rules/core/time.ts";

export type ZoneGroup = { group: string; items: { value: string; label: string }[] };

/** Cities that Node still lists under an old name. */
const NAMED_TODAY: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Asmara",
  "America/Godthab": "Nuuk",
  "Asia/Calcutta": "Kolkata",
  "Asia/Katmandu": "Kathmandu",
  "Asia/Rangoon": "Yangon",
  "Asia/Saigon": "Ho Chi Minh City",
  "Atlantic/Faeroe": "Faroe Islands",
  "Europe/Kiev": "Kyiv",
  "Pacific/Enderbury": "Kanton",
  "Pacific/Ponape": "Pohnpei",
  "Pacific/Truk": "Chuuk",
};

const labelOf = (zone: string): string => NAMED_TODAY[zone] ?? zone.split("/").slice(1).join(", ").replaceAll("_", " ");

let listed: ZoneGroup[] | undefined;

function list(): ZoneGroup[] {
  const groups = new Map<string, ZoneGroup["items"]>();
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const [region = "", ...place] = zone.split("/");
    if (place.length === 0) continue;
    groups.set(region, [...(groups.get(region) ?? []), { value: zone, label: labelOf(zone) }]);
  }
  return [
    ...[...groups].map(([group, items]) => ({ group, items: items.sort((a, b) => a.label.localeCompare(b.label)) })),
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
