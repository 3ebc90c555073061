import { setImmediate as oneTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Log } from '../../../platform/server/log/log.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { type Following, type Which, workOnChanges } from '../../chat/server/public.ts';
import {
  type Notice,
  notify,
  publishNotifications,
  type Unpublished,
  withdraw,
} from '../../notifications/server/public.ts';
import { createShiftSource } from '../../time-clock/server/public.ts';
import { beginNotifying } from './begin.ts';
import { decide, type Notified } from './decision/decide.ts';
import type { Facts } from './decision/facts.ts';
import { isPersonal } from './decision/reason.ts';
import {
  type ChangedRow,
  changedColumns,
  type News,
  rememberNotified,
  sortChanges,
} from './inputs/changes.ts';
import { factsOf, mayBePersonal } from './inputs/facts.ts';
import { findReaders, type Reader } from './inputs/readers.ts';
import { editKeyOf, keyOf } from './keys.ts';
import { findOffShift, offShiftOf } from './offShift.ts';
import type { NotifyDb } from './tables.ts';
import { previewOf, titleOf, urgentPreviewOf } from './texts.ts';

const cursors = { table: 'chat_notify_cursors', columns: changedColumns, atOnce: 1_000 };

/** Notifications per statement. */
const peopleAtOnce = 1_000;
/** Sends must not wait for the decisions about thousands of people. */
const decideAtOnceMs = 2;

interface Notifier {
  db: NotifyDb;
  log: Log;
  now: () => Date;
  /** How many plain messages of one channel a person is notified of per round. */
  plainAtOnce: number;
}

/** New notifications whose messages may have been read in the meantime. */
interface Fresh {
  userIds: readonly number[];
  row: ChangedRow;
}

interface Round {
  unpublished: Unpublished[];
  fresh: Fresh[];
}

/** One bounded round: decides, stores, and publishes after COMMIT. */
export function createRound(
  platform: Pick<Platform, 'db' | 'realtime' | 'log'>,
  notifier: Notifier,
): Following['work'] {
  let begunAt: Date | null = null;
  return async (which = {}) => {
    begunAt ??= await beginNotifying(notifier.db);
    if (!begunAt) return { hasMore: false, failed: [] };
    const { done, ...rest } = await notifyOfChanges(notifier, begunAt, which);
    for (const { unpublished, fresh } of done) {
      const gone = await withdrawRead(notifier.db, fresh);
      await publishNotifications(platform, ...unpublished, ...gone);
    }
    return rest;
  };
}

/**
 * Stores notifications for a bounded batch of changed messages, in one transaction with the cursors;
 * idempotent. The result must be published afterward.
 */
function notifyOfChanges({ db, log, now, plainAtOnce }: Notifier, begunAt: Date, which: Which) {
  return workOnChanges<ChangedRow, Round>(db, cursors, which, async (lockedTx, rows) => {
    const tx = lockedTx as NotifyDb;
    const at = now();
    const changes = await sortChanges(tx, rows, { begunAt, now: at });
    const found = await findReaders(tx, changes.news, at);
    const readers = Map.groupBy(found, ({ channel_id }) => channel_id);
    const ids = [...new Set(found.map(({ id }) => id))];
    const onShift = await createShiftSource(tx).shiftsAmong(ids);
    const quiet = found.filter(({ settings }) => settings.quietOffShift);
    const offShift = await findOffShift(tx, [...new Set(quiet.map(({ id }) => id))], at);
    const burst = createBurst(plainAtOnce);
    const outcomes: { news: News; here: readonly Reader[]; people: People }[] = [];
    let resumedAt = performance.now();
    // Latest first: in a burst the earlier messages are skipped.
    for (const news of changes.news.toReversed()) {
      const here = readers.get(news.row.channel_id) ?? [];
      const facts = (reader: Reader) =>
        factsOf(news, reader, {
          now: at,
          onShift: onShift.get(reader.id) ?? null,
          offShift: offShiftOf(offShift, reader.id),
        });
      outcomes.push({ news, here, people: recipientsOf(news, here, facts, burst) });
      if (performance.now() - resumedAt < decideAtOnceMs) continue;
      await oneTurn();
      resumedAt = performance.now();
    }
    outcomes.reverse();
    logOverridden(log, outcomes);
    const stored = await store(
      tx,
      outcomes.flatMap(({ news, here, people }) => noticesOf(news, here[0], people)),
    );
    await rememberNotified(tx, changes.known);
    const keys = changes.deleted.flatMap((row) => [keyOf(row), editKeyOf(row)]);
    const gone = keys.length > 0 ? [await withdraw(tx, { keys })] : [];
    const fresh = outcomes
      .filter(({ news, people }) => news.isNew && people.size > 0)
      .map(({ news, people }) => ({ row: news.row, userIds: [...people.keys()] }));
    return { unpublished: [...stored, ...gone], fresh };
  });
}

/** In parts, so that no statement takes too long. */
async function store(tx: NotifyDb, notices: readonly Notice[]): Promise<Unpublished[]> {
  const stored: Unpublished[] = [];
  let part: Notice[] = [];
  let size = 0;
  for (const notice of notices) {
    part.push(notice);
    size += notice.userIds.length;
    if (size < peopleAtOnce) continue;
    stored.push(await notify(tx, ...part));
    part = [];
    size = 0;
  }
  stored.push(await notify(tx, ...part));
  return stored;
}

type People = ReadonlyMap<number, Notified>;

/** The plain messages that people are notified of in this round, up to the maximum of each channel. */
interface Burst {
  isFull(reader: Reader): boolean;
  count(reader: Reader): void;
}

function createBurst(plainAtOnce: number): Burst {
  // A person is one reader in each of their channels.
  const counts = new Map<Reader, number>();
  const countOf = (reader: Reader) => counts.get(reader) ?? 0;
  return {
    isFull: (reader) => countOf(reader) >= plainAtOnce,
    count: (reader) => void counts.set(reader, countOf(reader) + 1),
  };
}

function recipientsOf(
  news: News,
  readers: readonly Reader[],
  facts: (reader: Reader) => Facts,
  burst: Burst,
): People {
  const recipients = new Map<number, Notified>();
  for (const reader of readers) {
    const isPlain = !isUrgent(news) && !mayBePersonal(news, reader);
    // Most of a burst is decided here, without all the facts.
    if (isPlain && burst.isFull(reader)) continue;
    const decision = decide(facts(reader));
    if (!decision.notice) continue;
    if (!isPersonal(decision.why) && !isUrgent(news)) {
      if (burst.isFull(reader)) continue;
      burst.count(reader);
    }
    recipients.set(reader.id, decision);
  }
  return recipients;
}

/** Urgency applies only once, not to edits. */
const isUrgent = ({ row, isNew }: News) => isNew && row.metadata?.urgent !== undefined;

/** One notice for all people with the same delivery. */
function noticesOf(news: News, channel: Reader | undefined, people: People): Notice[] {
  if (!channel) return [];
  const { row, isNew } = news;
  const content = {
    title: titleOf(row, channel),
    message: isUrgent(news) ? urgentPreviewOf(row) : previewOf(row),
    type: 'default' as const,
    urgent: isUrgent(news),
    actionUrl: `/?channel=${row.channel_id}&message=${row.id}`,
    key: isNew ? keyOf(row) : editKeyOf(row),
  };
  const groups = Map.groupBy(people, ([, decision]) => JSON.stringify(deliveryOf(decision)));
  return [...groups.values()].flatMap((group) => {
    const [[, decision]] = group as [[number, Notified], ...[number, Notified][]];
    return { ...content, ...deliveryOf(decision), userIds: group.map(([userId]) => userId) };
  });
}

const deliveryOf = ({ sound, toast, push, digest, digestFrom }: Notified) => ({
  deliver: { push, digest, digestFrom, silent: !sound, toast },
});

/** Logs urgent messages that overrode do-not-disturb. */
function logOverridden(log: Log, outcomes: readonly { news: News; people: People }[]): void {
  for (const { news, people } of outcomes) {
    for (const [userId, { overrode }] of people) {
      if (overrode)
        log.info(
          { messageId: news.row.id, userId, overrode },
          'Urgent message overrode do-not-disturb',
        );
    }
  }
}

/**
 * Withdraws notifications whose messages were read while they were being stored: the pointer moved
 * before they existed.
 */
async function withdrawRead(db: NotifyDb, fresh: readonly Fresh[]): Promise<Unpublished[]> {
  const timeline = fresh.filter(({ row }) => row.seq !== null);
  const pairs = timeline.flatMap(({ row, userIds }) =>
    userIds.map((person) => ({ person, channel: row.channel_id, seq: row.seq, key: keyOf(row) })),
  );
  if (pairs.length === 0) return [];
  const { rows } = await sql<{ key: string; people: number[] }>`
    select p.key, array_agg(p.person) as people
    from json_to_recordset(${JSON.stringify(pairs)}::json)
      as p (person int, channel text, seq bigint, key text)
    join chat_reads r on r.user_id = p.person and r.channel_id = p.channel
      and r.last_read_seq >= p.seq
    group by p.key`.execute(db);
  const gone: Unpublished[] = [];
  for (const { key, people } of rows) {
    gone.push(await withdraw(db, { keys: [key], userIds: people }));
  }
  return gone;
}
