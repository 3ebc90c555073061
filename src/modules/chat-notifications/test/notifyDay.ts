import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { type ChatSettings, defaultSettings } from '../contract.ts';

/** The same numbers between 0 and 1 every time. */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    chance: (of: number) => next() < of,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
    some: <T>(from: readonly T[], of: number): T[] => from.filter(() => next() < of),
  };
}
export type Random = ReturnType<typeof createRandom>;

export interface Person {
  id: number;
  username: string;
  department: string;
  status: 'online' | 'away' | 'unavailable';
  settings: ChatSettings;
}

export interface DayChannel {
  id: string;
  type: 'direct' | 'group' | 'private' | 'public' | 'team' | 'all';
  department: string | null;
  /** Its members. */
  people: Person[];
  lastSeq: number;
  lastRev: number;
}

const departments = ['sales', 'service', 'parts', 'finance'];

export async function insertPeople(db: Db<AnyTables>, { pick, chance }: Random, count: number) {
  const users = Array.from({ length: count }, (_, index) => ({
    emrn: `EMP${700_000 + index}`,
    username: `p${index}`,
    department: pick(departments),
    status: chance(0.1) ? 'unavailable' : pick(['online', 'away']),
  }));
  const { rows } = await sql<Omit<Person, 'settings'>>`
    insert into users (emrn, first_name, last_name, username, email, role, department, status)
    select emrn, 'Pat', username, username, username || '@example.com', 'employee', department, status
    from json_to_recordset(${JSON.stringify(users)}::json)
      as w (emrn text, username text, department text, status text)
    returning id, username, department, status`.execute(db);
  return rows.map((row): Person => ({ ...row, settings: defaultSettings }));
}

export async function insertChannels(
  db: Db<AnyTables>,
  { pick, some, below }: Random,
  people: readonly Person[],
): Promise<DayChannel[]> {
  const channels: DayChannel[] = [];
  const add = (
    channel: Pick<DayChannel, 'id' | 'type' | 'people'>,
    department: string | null = null,
  ) => channels.push({ ...channel, department, lastSeq: 0, lastRev: 0 });
  for (let made = 0; made < 150; made += 1) {
    const pair = [pick(people), pick(people)].sort((a, b) => a.id - b.id);
    const id = `dm-${pair.map((one) => one.id).join('-')}`;
    if (pair[0] !== pair[1] && !channels.some((channel) => channel.id === id)) {
      add({ id, type: 'direct', people: pair });
    }
  }
  for (let n = 0; n < 30; n += 1) {
    const of = (size: number) => some(people, size / people.length);
    add({ id: `c-group-${n}`, type: 'group', people: of(3 + below(5)) });
    add({ id: `c-private-${n}`, type: 'private', people: of(8 + below(15)) });
    if (n < 8) add({ id: `c-public-${n}`, type: 'public', people: of(30) });
  }
  for (const department of departments) {
    const team = people.filter((person) => person.department === department);
    add({ id: `c-team-${department}`, type: 'team', people: team }, department);
  }
  const stored = channels.map(({ id, type, department, people: { length }, ...channel }) => {
    const [low, high] = type === 'direct' ? id.split('-').slice(1).map(Number) : [];
    return {
      id,
      type,
      department,
      low,
      high,
      size: length,
      key: type === 'group' ? id : null,
      ...channel,
    };
  });
  await sql`
    insert into chat_channels (id, type, name, department, user_low, user_high, group_key)
    select id, type, id, department, low, high, key
    from json_to_recordset(${JSON.stringify(stored)}::json)
      as r (id text, type text, department text, low int, high int, key text)`.execute(db);
  const members = channels
    .filter(({ type }) => ['group', 'private', 'public'].includes(type))
    .flatMap((channel) =>
      channel.people.map((person) => ({ channel_id: channel.id, user_id: person.id })),
    );
  await db.insertInto('chat_members').values(members).execute();
  add({ id: 'general', type: 'all', people: [...people] });
  return channels;
}

/** Gives most people settings of their own. */
export async function saveRandomSettings(
  db: Db<AnyTables>,
  { chance, pick, some }: Random,
  people: readonly Person[],
  channels: readonly DayChannel[],
  startsAt: Date,
): Promise<void> {
  for (const person of people.filter(() => chance(0.8))) {
    const mine = channels.filter((channel) => channel.people.includes(person)).map(({ id }) => id);
    const hours = ['00:00', '06:30', '09:00', '12:15', '17:00', '21:00', '23:59'];
    const levels = some(mine, 0.15).map((id) => [id, pick(['all', 'mentions', 'nothing'])]);
    person.settings = {
      ...defaultSettings,
      version: 1,
      all: chance(0.6),
      mentions: chance(0.8),
      threads: chance(0.8),
      keywords: chance(0.5),
      keywordList: some(['recall', 'F-150', 'key', 'stop sale'], 0.4),
      mutedChannels: some(mine, 0.15),
      channelLevels: Object.fromEntries(levels),
      schedule: {
        enabled: chance(0.5),
        start: pick(hours),
        end: pick(hours),
        timezone: pick(['America/Los_Angeles', 'America/New_York', 'Pacific/Honolulu', 'UTC']),
      },
      pausedUntil: chance(0.1) ? new Date(startsAt.getTime() + 36_000_000).toISOString() : null,
      sound: chance(0.7),
    };
  }
  const rows = people
    .filter(({ settings }) => settings.version === 1)
    .map(({ id, settings: { schedule, ...own } }) => ({
      user_id: id,
      all_messages: own.all,
      mentions: own.mentions,
      threads: own.threads,
      keywords: own.keywords,
      keyword_list: own.keywordList,
      muted_channels: own.mutedChannels,
      channel_levels: JSON.stringify(own.channelLevels),
      quiet_enabled: schedule.enabled,
      quiet_start: schedule.start,
      quiet_end: schedule.end,
      quiet_timezone: schedule.timezone,
      paused_until: own.pausedUntil,
      sound: own.sound,
    }));
  await db.insertInto('chat_settings').values(rows).execute();
}

export interface DayMessage {
  id: string;
  channel: DayChannel;
  by: Person;
  at: Date;
  content: string;
  seq: number | null;
  threadId: string | null;
  threadSeq: number | null;
  named: Person[];
  /** Mentioned by @here or @on-duty. */
  called: Person[];
  callsChannel: boolean;
  deleted: boolean;
}

/** A UUID of version 7 created at that time. */
export function uuidAt(at: Date, place: number): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const rest = place.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${rest}`;
}

/** Writes the messages straight into the tables, as posting would. */
export async function insertMessages(
  db: Db<AnyTables>,
  messages: readonly DayMessage[],
  ids: () => string,
) {
  if (messages.length === 0) return;
  const rows = messages.map((one) => {
    one.channel.lastRev += 1;
    return {
      id: one.id,
      channel_id: one.channel.id,
      seq: one.seq,
      rev: one.channel.lastRev,
      sender_id: one.by.id,
      client_msg_id: ids(),
      content: one.content,
      mentioned_user_ids: [...one.named, ...one.called].map(({ id }) => id),
      mentions_channel: one.callsChannel,
      created_at: one.at,
      thread_id: one.threadId,
      thread_seq: one.threadSeq,
    };
  });
  await db.insertInto('chat_messages').values(rows).execute();
  await saveRevisions(db, new Set(messages.map(({ channel }) => channel)));
}

export async function saveRevisions(
  db: Db<AnyTables>,
  channels: Iterable<DayChannel>,
): Promise<void> {
  const revisions = [...channels].map(({ id, lastSeq, lastRev }) => ({
    id,
    seq: lastSeq,
    rev: lastRev,
  }));
  await sql`update chat_channels c set last_seq = w.seq, last_rev = w.rev
    from json_to_recordset(${JSON.stringify(revisions)}::json) as w (id text, seq bigint, rev bigint)
    where c.id = w.id`.execute(db);
}
