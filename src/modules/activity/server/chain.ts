import { type Kysely, sql, type Transaction } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Secrets } from '../../../platform/server/secrets/secrets.ts';
import type { Anchor, Anchors } from './anchors.ts';
import { recordActivity } from './record.ts';
import type { ActivityTables } from './tables.ts';

const sealEveryMs = 5_000;
const anchorEveryMs = 60_000;
/** Anchors are logged less often than they are written to the file. */
const logEveryMs = 60 * 60_000;
const sealedAtOnce = 1_000;
/** Checked per statement: about 50 ms of this process. */
const checkedAtOnce = 5_000;

type ActivityDb = Kysely<ActivityTables>;

/**
 * `changed`: an entry does not match its seal. `missing`: an entry or its seal was removed. `cut`: the chain
 * was longer. `replaced`: it is not the chain that was anchored. `key`: sealed with a key this server does not
 * have. `anchor`: the anchor file was changed.
 */
export type Problem = 'changed' | 'missing' | 'cut' | 'replaced' | 'key' | 'anchor';

export interface Checked {
  /** The last position checked. */
  reached: number;
  /** The seal at that position, in hexadecimal; a copy of it proves that nothing before it was changed. */
  hash: string;
  /** The first position that does not match; null if all do. */
  broken: number | null;
  /** The problem at that position. */
  problem: Problem | null;
  /** The entry at that position; null if it cannot be identified. */
  entryId: number | null;
  /** The length of the chain. */
  length: number;
  /** Entries not sealed yet, or left out. */
  unsealed: number;
  /** The length of the chain when its end was last anchored outside the database, and when. */
  anchored: { length: number; at: string } | null;
}

export interface Chain {
  /** Seals new entries; does nothing while another instance does. */
  seal(): Promise<void>;
  /** Verifies a part of the chain, after the position `behind` (0: from the beginning). */
  check(behind: number): Promise<Checked>;
  /** Verifies the whole chain, and stops at the first problem. */
  checkAll(): Promise<Checked>;
  /** Writes the end of the chain to the anchor file, unless it does not continue the last anchor. */
  anchor(): Promise<Anchor | null>;
}

interface Options {
  db: ActivityDb;
  secrets: Secrets;
  anchors: Anchors;
}

const context = 'activity chain';

/**
 * The chain of seals over the activity log. A seal is the HMAC of an entry, its position and the previous
 * seal, under a key that is not in the database: someone with access to the database can destroy the chain,
 * but not change it undetected.
 */
export function createChain({ db, secrets, anchors }: Options): Chain {
  async function check(behind: number): Promise<Checked> {
    const [links, length, unsealed, before] = await Promise.all([
      readLinks(db, behind),
      lengthOf(db),
      countUnsealed(db),
      behind > 0 ? sealAt(db, behind) : null,
    ]);
    const state = { reached: behind, hash: before ?? '', entryId: null, length, unsealed };
    let result: Omit<Checked, 'anchored'> = { ...state, broken: null, problem: null };
    for (const link of links) {
      const problem = problemOf(link, result, secrets);
      if (problem) {
        const at = result.reached + 1;
        const entryId = link.position === at ? link.activity_id : null;
        result = { ...result, broken: at, problem, entryId };
        break;
      }
      result = { ...result, reached: link.position, hash: link.seal };
    }
    const anchor = await anchors.latest().catch(() => 'changed' as const);
    if (anchor === 'changed') {
      const broken = result.broken ?? length;
      return { ...result, broken, problem: result.problem ?? 'anchor', anchored: null };
    }
    const anchored = anchor && { length: anchor.length, at: anchor.at };
    if (result.broken !== null || !anchor) return { ...result, anchored };
    return { ...result, ...(await compare(anchor, length)), anchored };
  }

  /** Whether the chain still contains what was anchored. */
  async function compare(anchor: Anchor, length: number): Promise<Partial<Checked>> {
    const { activityId: entryId } = anchor;
    if (length < anchor.length) {
      const cutId = anchor.length === length + 1 ? entryId : null;
      return { broken: length + 1, problem: 'cut', entryId: cutId };
    }
    if ((await sealAt(db, anchor.length)) === anchor.seal) return {};
    return { broken: anchor.length, problem: 'replaced', entryId };
  }

  return {
    async seal() {
      let sealed = sealedAtOnce;
      while (sealed === sealedAtOnce) {
        sealed = await db.transaction().execute((tx) => sealSome(tx, secrets));
      }
    },
    check,
    async checkAll() {
      let result = await check(0);
      while (result.broken === null && result.reached < result.length) {
        result = await check(result.reached);
      }
      return result;
    },
    async anchor() {
      const { rows } = await sql<Anchor>`
        select position as length, encode(seal, 'hex') as seal, activity_id as "activityId"
        from activity_seals order by position desc limit 1`.execute(db);
      const [end] = rows;
      const last = await anchors.latest();
      if (!end || end.seal === last?.seal) return null;
      // Then the last anchor stays in place, as proof.
      if (last && (await compare(last, end.length)).broken !== undefined) {
        throw new Error(`The activity log no longer matches the anchor of ${last.at}`);
      }
      const anchor = { ...end, at: new Date().toISOString() };
      await anchors.add(anchor);
      return anchor;
    },
  };
}

/** Seals and anchors periodically, on whichever instance comes first. */
export function keepSealing(chain: Chain, { background, log }: Platform): void {
  let loggedAt = 0;
  let failureLoggedAt = 0;
  const seal = () =>
    chain.seal().catch((err) => log.warn({ err }, 'Failed to seal the activity log'));
  const anchor = async () => {
    const anchored = await chain.anchor().catch((err) => {
      if (Date.now() - failureLoggedAt >= logEveryMs) {
        failureLoggedAt = Date.now();
        log.error({ err }, 'Failed to anchor the activity log');
      }
      return null;
    });
    if (!anchored || Date.now() - loggedAt < logEveryMs) return;
    loggedAt = Date.now();
    log.info({ activityAnchor: anchored }, 'Activity log anchored');
  };
  background.repeat(sealEveryMs, seal);
  background.repeat(anchorEveryMs, anchor);
}

interface Entry {
  id: number;
  at_us: number;
  actor_id: number | null;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: string | null;
  subject_name: string;
  before_text: string | null;
  after_text: string | null;
  ip: string;
}

/** Raw columns: the seal must not depend on how a database function formats them. */
const entryColumns = sql`l.id, (extract(epoch from l.at) * 1000000)::bigint as at_us, l.actor_id, l.actor_name,
  l.action, l.subject_type, l.subject_id, l.subject_name, l.before::text as before_text,
  l.after::text as after_text, l.ip`;

function textOf(entry: Entry, position: number, previous: string): string {
  const { id, at_us, actor_id, actor_name, action, subject_type, subject_id, subject_name } = entry;
  const { before_text, after_text, ip } = entry;
  const who = [actor_id, actor_name, ip];
  const what = [action, subject_type, subject_id, subject_name, before_text, after_text];
  return JSON.stringify([previous, position, id, at_us, ...who, ...what]);
}

async function sealSome(tx: Transaction<ActivityTables>, secrets: Secrets): Promise<number> {
  const { rows: locks } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('activity chain')) as mine`.execute(tx);
  if (!locks[0]?.mine) return 0;
  const { rows: ends } = await sql<{ position: number; seal: string; newest: number }>`
    select position, encode(seal, 'hex') as seal, (select max(activity_id) from activity_seals) as newest
    from activity_seals order by position desc limit 1`.execute(tx);
  const end = ends[0];
  const { rows: entries } = await sql<Entry>`
    select ${entryColumns} from activity_log l
    where l.written_in < pg_snapshot_xmin(pg_current_snapshot())
      -- Ids are assigned before their transactions end, so a lower one may appear later, but not much.
      and l.id > ${(end?.newest ?? 0) - 10_000}
      and not exists (select from activity_seals s where s.activity_id = l.id)
    order by l.id limit ${sealedAtOnce}`.execute(tx);
  if (entries.length === 0) return 0;
  if (!end) await recordOldChain(tx);
  let previous = end?.seal ?? '';
  let position = end?.position ?? 0;
  const rows = entries.map((entry) => {
    position += 1;
    const { keyId, mac } = secrets.mac(textOf(entry, position, previous), context);
    previous = mac.toString('hex');
    return { position, activity_id: entry.id, key_id: keyId, seal: mac };
  });
  await tx.insertInto('activity_seals').values(rows).execute();
  return rows.length;
}

/** Before the first seal, logs what the keyless chain of earlier versions says about the entries so far. */
async function recordOldChain(tx: Transaction<ActivityTables>): Promise<void> {
  let result = { reached: 0, head: '', broken: null as number | null };
  for (;;) {
    const { rows } = await sql<typeof result>`
      select reached, coalesce(encode(reached_hash, 'hex'), '') as head, broken
      from verify_activity(${result.reached}, 20000)`.execute(tx);
    const next = rows[0];
    if (!next || next.broken !== null || next.reached === result.reached) {
      if (next?.broken) result = next;
      break;
    }
    result = next;
  }
  if (result.reached === 0 && result.broken === null) return;
  const subject = { type: 'activity', id: null, name: `${result.reached} entries` };
  const { broken, head } = result;
  const after = { broken, head };
  await recordActivity(tx, { actor: null, action: 'activity.resealed', subject, after, ip: '' });
}

interface Link extends Entry {
  position: number;
  activity_id: number;
  key_id: string;
  seal: string;
}

async function readLinks(db: ActivityDb, behind: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select s.position, s.activity_id, s.key_id, encode(s.seal, 'hex') as seal, ${entryColumns}
    from activity_seals s left join activity_log l on l.id = s.activity_id
    where s.position > ${behind} order by s.position limit ${checkedAtOnce}`.execute(db);
  return rows;
}

function problemOf(
  link: Link,
  { reached, hash }: { reached: number; hash: string },
  secrets: Secrets,
): Problem | null {
  if (link.position !== reached + 1 || link.id === null || (reached > 0 && !hash)) return 'missing';
  const mac = secrets.macBy(link.key_id, textOf(link, link.position, hash), context);
  if (!mac) return 'key';
  return mac.toString('hex') === link.seal ? null : 'changed';
}

async function sealAt(db: ActivityDb, position: number): Promise<string | null> {
  const { rows } = await sql<{ seal: string }>`
    select encode(seal, 'hex') as seal from activity_seals where position = ${position}`.execute(
    db,
  );
  return rows[0]?.seal ?? null;
}

async function lengthOf(db: ActivityDb): Promise<number> {
  const { rows } = await sql<{ length: number }>`
    select coalesce(max(position), 0) as length from activity_seals`.execute(db);
  return rows[0]?.length ?? 0;
}

async function countUnsealed(db: ActivityDb): Promise<number> {
  const { rows } = await sql<{ unsealed: number }>`
    select (select count(*) from activity_log) - (select count(*) from activity_seals) as unsealed`.execute(
    db,
  );
  return rows[0]?.unsealed ?? 0;
}
