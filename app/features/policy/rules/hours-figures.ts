/** Support's hours, holidays, and closures: the figures with their defaults, their form, and its checks. */
import type { FigureChoice } from "./figures.ts";
import { type PolicyOf, choice, dayOrNone, policyPart, row } from "./policy-part.ts";
import { DAY, HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import type { ServiceHours } from "#app/features/company/rules/service-hours.ts";

/** How many holidays and closures there can be at once. */
const MOST_CLOSURES = 40;
/** A closure longer than this is a mistake, or the shop is closed. */
const MOST_CLOSED_DAYS = 31;

/** Time zones by the number that versions store. A number keeps its zone, and new zones get new numbers. */
const ZONES: readonly (readonly [value: number, timeZone: string])[] = [
  [1, "UTC"],
  [10, "Europe/Amsterdam"],
  [11, "Europe/Athens"],
  [12, "Europe/Berlin"],
  [13, "Europe/Brussels"],
  [14, "Europe/Bucharest"],
  [15, "Europe/Budapest"],
  [16, "Europe/Copenhagen"],
  [17, "Europe/Dublin"],
  [18, "Europe/Helsinki"],
  [19, "Europe/Istanbul"],
  [20, "Europe/Lisbon"],
  [21, "Europe/London"],
  [22, "Europe/Madrid"],
  [23, "Europe/Oslo"],
  [24, "Europe/Paris"],
  [25, "Europe/Prague"],
  [26, "Europe/Rome"],
  [27, "Europe/Sofia"],
  [28, "Europe/Stockholm"],
  [29, "Europe/Vienna"],
  [30, "Europe/Warsaw"],
  [31, "Europe/Zurich"],
  [40, "America/Anchorage"],
  [41, "America/Bogota"],
  [42, "America/Chicago"],
  [43, "America/Denver"],
  [44, "America/Halifax"],
  [45, "America/Lima"],
  [46, "America/Los_Angeles"],
  [47, "America/Mexico_City"],
  [48, "America/New_York"],
  [49, "America/Phoenix"],
  [50, "America/Santiago"],
  [51, "America/Sao_Paulo"],
  [52, "America/Toronto"],
  [53, "America/Vancouver"],
  [60, "Africa/Cairo"],
  [61, "Africa/Johannesburg"],
  [62, "Africa/Lagos"],
  [63, "Africa/Nairobi"],
  [70, "Asia/Dubai"],
  [71, "Asia/Hong_Kong"],
  [72, "Asia/Jakarta"],
  [73, "Asia/Jerusalem"],
  [74, "Asia/Karachi"],
  [75, "Asia/Kathmandu"],
  [76, "Asia/Kolkata"],
  [77, "Asia/Manila"],
  [78, "Asia/Seoul"],
  [79, "Asia/Shanghai"],
  [80, "Asia/Singapore"],
  [81, "Asia/Taipei"],
  [82, "Asia/Tokyo"],
  [90, "Australia/Brisbane"],
  [91, "Australia/Melbourne"],
  [92, "Australia/Perth"],
  [93, "Australia/Sydney"],
  [94, "Pacific/Auckland"],
  [95, "Pacific/Honolulu"],
];
const ZONE_CHOICES: readonly FigureChoice[] = ZONES.map(([value, zone]) => ({
  value,
  label: zone.replaceAll("_", " "),
}));

/** The days of the week in the order of the form, each with its number in `ServiceHours`. */
const WEEK = [
  ["monday", "Monday", 1],
  ["tuesday", "Tuesday", 2],
  ["wednesday", "Wednesday", 3],
  ["thursday", "Thursday", 4],
  ["friday", "Friday", 5],
  ["saturday", "Saturday", 6],
  ["sunday", "Sunday", 0],
] as const;

const onClock = (minute: number): string => {
  const hour = Math.floor(minute / 60);
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, "0")} ${hour % 24 < 12 ? "AM" : "PM"}`;
};
const HALF_HOURS: readonly FigureChoice[] = Array.from({ length: 49 }, (_, half) => ({
  value: half * 30,
  label: half === 48 ? "Midnight" : onClock(half * 30),
}));
const OPEN: readonly FigureChoice[] = [
  { value: 0, label: "Closed" },
  { value: 1, label: "Open" },
];
const weekday = (day: string, isOpen: 0 | 1) => choice(isOpen, `Support on ${day}s`, OPEN);

/**
 * Support's hours as figures: 1 for a weekday that is open, days as their number since 1970, null for a closure that
 * isn't used.
 */
export const HOURS_PART = policyPart(
  "hours",
  {
    zone: choice(12, "Support's time zone", ZONE_CHOICES),
    opensAtMinute: choice(9 * 60, "Support opens", HALF_HOURS.slice(0, 48)),
    closesAtMinute: choice(17 * 60, "Support closes", HALF_HOURS.slice(1)),
    open: {
      monday: weekday("Monday", 1),
      tuesday: weekday("Tuesday", 1),
      wednesday: weekday("Wednesday", 1),
      thursday: weekday("Thursday", 1),
      friday: weekday("Friday", 1),
      saturday: weekday("Saturday", 0),
      sunday: weekday("Sunday", 0),
    },
    closures: Array.from({ length: MOST_CLOSURES }, (_, i) => ({
      firstDay: dayOrNone(`Closure ${i + 1}, first day`),
      lastDay: dayOrNone(`Closure ${i + 1}, last day`),
    })),
  },
  ({ zone, opensAtMinute, closesAtMinute, open, closures }) => [
    {
      id: "hours",
      title: "Support hours",
      summary:
        "When support is open. Business hours and business days are counted in these hours: for tickets, chats, questions on orders, and custom quotes. What is already open keeps the hours of its day.",
      tables: [
        {
          title: "Hours",
          intro: "The same on every day that is open.",
          columns: ["Hours"],
          rows: [row("Opens", opensAtMinute), row("Closes", closesAtMinute), row("Time zone", zone)],
        },
        {
          title: "Week",
          intro: "A business day is a day that is open.",
          columns: ["Support"],
          rows: WEEK.map(([name, label]) => row(label, open[name])),
        },
        {
          title: "Holidays and closures",
          intro:
            "Days on which support is closed, so no business hours count. Without a last day, it's the first day only.",
          hint: "Enter them weeks ahead: what is already open keeps its date. To remove a closure, clear both days. Save to get more rows.",
          columns: ["First day", "Last day"],
          spare: 4,
          rows: closures.map(({ firstDay, lastDay }, i) => row(`Closure ${i + 1}`, firstDay, lastDay)),
        },
      ],
    },
  ],
  ({ opensAtMinute, closesAtMinute, open, closures }, fault) => {
    if ((closesAtMinute - opensAtMinute) * MINUTE < HOUR)
      fault("closesAtMinute", "Support has to be open for at least an hour. Choose a later time.");
    if (WEEK.every(([name]) => open[name] === 0))
      fault("open.monday", "Support is closed on every day of the week. Open it on at least one.");
    for (const [i, { firstDay, lastDay }] of closures.entries()) {
      if (lastDay === null) continue;
      const path = `closures.${i}`;
      if (firstDay === null)
        fault(`${path}.firstDay`, `Closure ${i + 1} has no first day. Enter it, or clear the last.`);
      else if (lastDay < firstDay)
        fault(`${path}.lastDay`, `Closure ${i + 1} ends before it begins. Enter its first day or a later one.`);
      else if (lastDay - firstDay >= MOST_CLOSED_DAYS)
        fault(`${path}.lastDay`, `Closure ${i + 1} is longer than ${MOST_CLOSED_DAYS} days. Enter an earlier day.`);
    }
  },
);

export const HOURS_POLICY = HOURS_PART.defaults;
export type HoursPolicy = PolicyOf<typeof HOURS_PART>;

/** The hours that a version's figures mean. */
export function serviceHoursOf(policy: HoursPolicy): ServiceHours {
  return {
    timeZone: ZONES.find(([value]) => value === policy.zone)![1],
    weekdays: WEEK.filter(([name]) => policy.open[name] === 1).map(([, , number]) => number),
    opensAtMinute: policy.opensAtMinute,
    closesAtMinute: policy.closesAtMinute,
    closures: policy.closures.flatMap(({ firstDay, lastDay }) =>
      firstDay === null ? [] : [{ firstMs: firstDay * DAY, lastMs: (lastDay ?? firstDay) * DAY }],
    ),
  };
}

/** The hours the product comes with: Monday to Friday, 9 to 5. */
export const SERVICE_HOURS: ServiceHours = serviceHoursOf(HOURS_POLICY);
