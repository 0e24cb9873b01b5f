import { type GroupKey, isGroup } from "./notice-groups.ts";

/** The filters of the notification list, as in its URL: ?q=&unread=1&severity=0&about=orders&before=123. */
export type NotificationQuery = {
  q: string;
  unread: boolean;
  severity: 0 | 1 | 2 | null;
  /** A group of notices, "staff" for the staff feeds, or null for everything. */
  about: GroupKey | "staff" | null;
  /** Only older than this `seq`. */
  before: number | null;
};

/** Reads the list's URL. Ignores what it doesn't know, so that an old link still shows a list. */
export function readNotificationQuery(search: URLSearchParams): NotificationQuery {
  const [severity, about, before] = [
    search.get("severity") ?? "",
    search.get("about") ?? "",
    search.get("before") ?? "",
  ];
  return {
    q: (search.get("q") ?? "").trim().slice(0, 200),
    unread: search.get("unread") === "1",
    severity: /^[012]$/.test(severity) ? (Number(severity) as 0 | 1 | 2) : null,
    about: about === "staff" || isGroup(about) ? about : null,
    before: /^\d{1,15}$/.test(before) ? Number(before) : null,
  };
}

/** Whether any filter is set. */
export const isFiltered = ({ q, unread, severity, about }: NotificationQuery): boolean =>
  q !== "" || unread || severity !== null || about !== null;
