import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { Notification } from '../../contract.ts';
import { type ShownRow, shownColumns } from '../tables.ts';

export interface Notice {
  userIds: readonly number[];
  /** Cut at 200 characters. */
  title: string;
  /** Cut at 1,000 characters. */
  message: string;
  type: Notification['type'];
  /** A path of this application, from its root: `/?channel=sales`. */
  actionUrl?: string | undefined;
  actionLabel?: string | undefined;
  /** Identifies the fact, at most 200 characters: each person is notified of it once. */
  key?: string | undefined;
  /** Overrides do-not-disturb. */
  urgent?: boolean | undefined;
  deliver: {
    /** Push to the person's devices, if it stays unread for 30 s and they are active on none of them. */
    push: boolean;
    /** By email, if it stays unread for 15 minutes. */
    digest: boolean;
    /** No email before then. */
    digestFrom?: Date | null | undefined;
    /** Without a sound. */
    silent?: boolean | undefined;
    /** As a toast, whatever its type. */
    toast?: boolean | undefined;
  };
}

/** Changes to publish once the transaction has committed. */
export interface Unpublished {
  readonly added: readonly ShownRow[];
  readonly read: readonly Mark[];
  readonly removed: readonly Mark[];
}

export interface Mark {
  id: number;
  user_id: number;
}

export const nothing: Unpublished = { added: [], read: [], removed: [] };

const pushAfter = sql`interval '30 seconds'`;

/**
 * Stores notifications in the caller's transaction, in one statement: they exist if and only if it commits.
 * Returns what to pass to `publishNotifications` after COMMIT, without facts already notified. Throws if an
 * action's URL is not a path of this application.
 */
export async function notify(tx: Kysely<AnyTables>, ...notices: Notice[]): Promise<Unpublished> {
  const indexes = notices.flatMap(({ userIds }, at) => userIds.map(() => at));
  if (indexes.length === 0) return nothing;
  // Ordered by person and key, so that concurrent calls for the same people cannot deadlock.
  const { rows } = await sql<ShownRow>`
    insert into notifications (user_id, key, title, message, type, action_url, action_label,
      channel_id, urgent, push_at, digest, digest_from, silent, toast)
    select person, key, title, message, type, "actionUrl", "actionLabel", "channelId", urgent,
      case when push then now() + ${pushAfter} end, digest, "digestFrom", silent, toast
    from unnest(${notices.flatMap(({ userIds }) => userIds)}::integer[], ${indexes}::integer[])
        as target (person, place)
      join jsonb_to_recordset(${JSON.stringify(notices.map(toRecord))}::jsonb) as notice (
        place integer, key text, title text, message text, type text, "actionUrl" text,
        "actionLabel" text, "channelId" text, urgent boolean, push boolean, digest boolean,
        "digestFrom" timestamptz, silent boolean, toast boolean)
      using (place)
    order by person, key collate "C"
    on conflict (user_id, key) do nothing
    returning ${sql.join(shownColumns.map((column) => sql.ref(column)))}`.execute(tx);
  return { ...nothing, added: rows };
}

function toRecord({ userIds: _, deliver, urgent = false, ...notice }: Notice, index: number) {
  return {
    ...notice,
    place: index,
    title: cut(notice.title, 200),
    message: cut(notice.message, 1000),
    channelId: channelOf(notice.actionUrl),
    urgent,
    silent: false,
    toast: false,
    ...deliver,
  };
}

/** Without NUL, which a text column cannot store. */
function cut(text: string, length: number): string {
  const clean = text.toWellFormed().replaceAll('\0', '');
  return clean.length <= length ? clean : [...clean].slice(0, length).join('');
}

const ownOrigin = 'http://forecourt.invalid';

function channelOf(actionUrl: string | undefined): string | null {
  if (actionUrl === undefined) return null;
  const url = URL.parse(actionUrl, ownOrigin);
  if (!actionUrl.startsWith('/') || url?.origin !== ownOrigin) {
    throw new Error('actionUrl must be a path of this application');
  }
  return url.searchParams.get('channel');
}
