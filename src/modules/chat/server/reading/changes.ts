import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { type ChannelChanges, type ChatMessage, historyPageSize } from '../../contract.ts';
import { type FixedChannels, visibleIn } from '../access/find.ts';
import { actorColumns, actorTable } from '../access/person.ts';
import { gatherLoads } from '../gather.ts';
import { findStarred, markStarred, type Seen, withOwnAnswers } from '../messages/own.ts';
import { messageColumns, type StoredMessage, toMessage } from '../messages/rows.ts';
import type { ChatTables } from '../tables.ts';

/** Beyond this many changes the newest page is returned instead. */
const maxChanges = 200;
const maxChannels = 100;
/** People per statement. */
const maxAsking = 100;

/** A channel and the client's revision; null: none yet. */
interface ChannelCursor {
  id: string;
  since: number | null;
}

interface ChannelRow {
  of: string;
  last_seq: number;
  last_rev: number;
}
/** One row per message; channels without messages have one row of nulls. */
type ChangeRow = ChannelRow & (StoredMessage | { [Column in keyof StoredMessage]: null });

interface Held {
  /** What the client holds, by channel id. */
  revisions: Record<string, number>;
  /** Leaves out channels it does not hold. */
  onlyKnown: boolean;
}

export interface ChangeReader {
  /**
   * Changes in each channel (access checked by the caller), including thread replies, with the user's
   * stars. Skips channels that do not exist.
   */
  read(userId: number, wanted: readonly ChannelCursor[]): Promise<ChannelChanges[]>;
  /** For the user's channels: those that changed or, unless only the known are asked for, became visible; latest first. */
  sync(actor: Actor, held: Held): Promise<ChannelChanges[]>;
}

/** After a restart everyone asks at once, and many for the same: they share statements and what those read. */
export function createChangeReader(db: Db<ChatTables>, fixed: FixedChannels): ChangeReader {
  const listChanged = gatherLoads<Asking, ChannelCursor[]>(maxAsking, async (asking) =>
    listChangedOf(db, await fixed(), asking, changedOfAll),
  );
  const listChangedKnown = gatherLoads<Asking, ChannelCursor[]>(maxAsking, async (asking) =>
    listChangedOf(db, await fixed(), asking, changedOfKnown),
  );
  const readSince = gatherLoads<Since, ChannelChanges | null>(maxChannels, (wanted) =>
    readAllSince(db, wanted),
  );
  const readNewest = gatherLoads<string, ChannelChanges | null>(maxChannels, (ids) =>
    readAllNewest(db, ids),
  );
  const findStars = gatherLoads<Seen, ReadonlySet<string>>(maxAsking, (seen) =>
    findStarred(db, seen),
  );

  async function read(userId: number, wanted: readonly ChannelCursor[]): Promise<ChannelChanges[]> {
    const found = await Promise.all(
      wanted.map(async ({ id, since }) => {
        const changes = since === null ? null : await readSince({ id, since });
        const isComplete =
          changes && changes.messages.length <= maxChanges && (since ?? 0) <= changes.lastRev;
        return isComplete ? changes : readNewest(id);
      }),
    );
    const changes = found.filter((one) => one !== null);
    const messages = changes.flatMap((one) => one.messages);
    const starred = markStarred(messages, await findStars({ userId, messages }));
    return replaceMessages(changes, await withOwnAnswers(db, userId, starred));
  }

  return {
    read,
    async sync(actor, { revisions, onlyKnown }) {
      const list = onlyKnown ? listChangedKnown : listChanged;
      return read(actor.userId, await list({ actor, revisions }));
    },
  };
}

interface Asking {
  actor: Actor;
  /** What the client holds. */
  revisions: Record<string, number>;
}

const held = sql`(select key as id, value::bigint as since from json_each_text(p.extra)) h`;
const changedOfAll = {
  plannedOnce: sql`/* prepared: changed-channels */`,
  from: sql`chat_channels c left join ${held} on h.id = c.id`,
};
const changedOfKnown = {
  plannedOnce: sql`/* prepared: changed-known-channels */`,
  from: sql`${held} join chat_channels c on c.id = h.id`,
};

async function listChangedOf(
  db: Db<ChatTables>,
  types: Awaited<ReturnType<FixedChannels>>,
  asking: readonly Asking[],
  { plannedOnce, from }: typeof changedOfAll,
): Promise<ChannelCursor[][]> {
  const people = asking.map(({ actor, revisions }) => ({ actor, extra: revisions }));
  const { rows } = await sql<ChannelCursor & { place: number }>`${plannedOnce}
    select p.place, changed.* from ${actorTable(people, types)} cross join lateral (
      select c.id, h.since from ${from}
      where ${visibleIn(actorColumns)} and c.last_rev <> coalesce(h.since, 0)
      order by c.last_message_at desc nulls last limit ${sql.lit(maxChannels)}) changed`.execute(
    db,
  );
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return asking.map((_, place) =>
    (byPlace.get(place) ?? []).map(({ id, since }) => ({ id, since })),
  );
}

/** With these messages in place of all of theirs, in order. */
function replaceMessages(
  changes: readonly ChannelChanges[],
  messages: readonly ChatMessage[],
): ChannelChanges[] {
  let place = 0;
  return changes.map((one) => {
    const own = messages.slice(place, place + one.messages.length);
    place += own.length;
    return { ...one, messages: own };
  });
}

interface Since {
  id: string;
  since: number;
}

const keyOf = ({ id, since }: Since) => `${id} ${since}`;

/** Null for channels that do not exist. Equal questions are asked once, and get the same answer. */
async function readAllSince(
  db: Db<ChatTables>,
  wanted: readonly Since[],
): Promise<(ChannelChanges | null)[]> {
  const distinct = new Map(wanted.map((one) => [keyOf(one), one]));
  const { rows } = await sql<ChangeRow & Since>`/* prepared: changes-since */
    select c.id as of, c.last_seq, c.last_rev, w.since, m.*
    from json_to_recordset(${JSON.stringify([...distinct.values()])}::json) as w(id text, since bigint)
    join chat_channels c on c.id = w.id
    left join lateral (
      select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
      where m.channel_id = c.id and m.rev > w.since
      order by m.rev limit ${sql.lit(maxChanges + 1)}
    ) m on true
    order by m.rev`.execute(db);
  const groups = Map.groupBy(rows, ({ of, since }) => keyOf({ id: of, since }));
  const read = new Map([...groups].map(([key, group]) => [key, toChanges(group, false)]));
  return wanted.map((one) => read.get(keyOf(one)) ?? null);
}

/** Timeline messages only: threads are fetched when opened. Null for channels that do not exist. */
async function readAllNewest(
  db: Db<ChatTables>,
  ids: readonly string[],
): Promise<(ChannelChanges | null)[]> {
  const { rows } = await sql<ChangeRow>`
    select c.id as of, c.last_seq, c.last_rev, m.*
    from chat_channels c
    left join lateral (
      select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
      where m.channel_id = c.id and m.seq is not null
      order by m.seq desc limit ${historyPageSize}
    ) m on true
    where c.id = any(${ids}::text[])
    order by m.seq`.execute(db);
  const groups = Map.groupBy(rows, ({ of }) => of);
  const read = new Map([...groups].map(([id, group]) => [id, toChanges(group, true)]));
  return ids.map((id) => read.get(id) ?? null);
}

function toChanges(group: readonly ChangeRow[], reset: boolean): ChannelChanges {
  const [first] = group;
  return {
    channelId: first?.of ?? '',
    lastSeq: first?.last_seq ?? 0,
    lastRev: first?.last_rev ?? 0,
    reset,
    messages: group.flatMap((row) => (row.id === null ? [] : [toMessage(row)])),
  };
}
