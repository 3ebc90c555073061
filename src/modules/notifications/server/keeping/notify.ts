import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { Notification } from '../../contract.ts';
import { type ShownRow, shownColumns } from '../tables.ts';

export interface Notice {
  userIds: readonly number[];
  /** At most 200 characters are kept. */
  title: string;
  /** At most 1,000 characters are kept. */
  message: string;
  type: Notification['type'];
  /** A path of this application, from its root: `/?channel=sales`. */
  actionUrl?: string | undefined;
  actionLabel?: string | undefined;
  /** The fact it tells of, at most 200 characters: a person hears of it once, whoever tells it again. */
  key?: string | undefined;
  /** Reaches the person although they asked for quiet. */
  urgent?: boolean | undefined;
  deliver: {
    /** To the person's devices, if it stays unread for 30 s and they look at none of them. */
    push: boolean;
    /** By mail, if it stays unread for 15 minutes. */
    digest: boolean;
    /** No mail before then. */
    digestFrom?: Date | null | undefined;
    /** Without a sound. */
    silent?: boolean | undefined;
    /** As a toast, of whatever type it is. */
    toast?: boolean | undefined;
  };
}

/** What the browsers are to be told once the transaction has committed. */
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
 * Stores notices in the caller's transaction, in one statement: they exist if and only if it commits.
 * Answers what `publishNotifications` is to tell after COMMIT; facts told before are not in it. The path
 * of an action must be one of this application: anything else throws.
 */
export async function notify(tx: Kysely<AnyTables>, ...notices: Notice[]): Promise<Unpublished> {
  const places = notices.flatMap(({ userIds }, at) => userIds.map(() => at));
  if (places.length === 0) return nothing;
  // By person and fact, so that two that notify the same people never wait for each other crosswise.
  const { rows } = await sql<ShownRow>`
    insert into notifications (user_id, key, title, message, type, action_url, action_label,
      channel_id, urgent, push_at, digest, digest_from, silent, toast)
    select person, key, title, message, type, "actionUrl", "actionLabel", "channelId", urgent,
      case when push then now() + ${pushAfter} end, digest, "digestFrom", silent, toast
    from unnest(${notices.flatMap(({ userIds }) => userIds)}::integer[], ${places}::integer[])
        as told (person, place)
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

function toRecord({ userIds: _, deliver, urgent = false, ...notice }: Notice, place: number) {
  return {
    ...notice,
    place,
    title: cut(notice.title, 200),
    message: cut(notice.message, 1000),
    channelId: channelOf(notice.actionUrl),
    urgent,
    silent: false,
    toast: false,
    ...deliver,
  };
}

/** Without the NUL no text column can hold. */
function cut(text: string, length: number): string {
  const whole = text.toWellFormed().replaceAll('\0', '');
  return whole.length <= length ? whole : [...whole].slice(0, length).join('');
}

const ourselves = 'http://forecourt.invalid';

function channelOf(actionUrl: string | undefined): string | null {
  if (actionUrl === undefined) return null;
  const url = URL.parse(actionUrl, ourselves);
  if (!actionUrl.startsWith('/') || url?.origin !== ourselves) {
    throw new Error('A notification leads to a path of this application');
  }
  return url.searchParams.get('channel');
}
