import { type Kysely, sql } from 'kysely';
import type { Log } from '../../../platform/server/log/log.ts';
import type { ActivityTables } from './tables.ts';

const everyMs = 5_000;
const atOnce = 1_000;
/** So many are looked at in one statement, well within the time it is given. */
const checkedAtOnce = 20_000;

type ActivityDb = Kysely<ActivityTables>;

/** Seals what is new, again and again, on whichever instance comes first. */
export function keepSealing(db: ActivityDb, log: Log): void {
  const seal = () => sealEntries(db).catch((err) => log.warn({ err }, 'Activity was not sealed'));
  setInterval(() => void seal(), everyMs).unref();
}

export async function sealEntries(db: ActivityDb): Promise<void> {
  let sealed = atOnce;
  while (sealed === atOnce) {
    const { rows } = await sql<{
      sealed: number;
    }>`select seal_activity(${atOnce}) as sealed`.execute(db);
    sealed = rows[0]?.sealed ?? 0;
  }
}

export interface Checked {
  /** The last place of the chain that was looked at. */
  reached: number;
  /** Of that place, in hexadecimal; who has kept it can tell that nothing before it was changed. */
  hash: string;
  /** The first place that does not hold; null: all of them do. */
  broken: number | null;
  /** How long the chain is. */
  length: number;
  /** Entries too new to be in it, or left out of it. */
  unsealed: number;
}

/** Computes a part of the chain anew, behind the place `behind` (0: from its beginning). */
export async function checkChain(db: ActivityDb, behind: number): Promise<Checked> {
  const { rows } = await sql<Checked>`
    select v.reached, coalesce(encode(v.reached_hash, 'hex'), '') as hash, v.broken,
      (select coalesce(max(position), 0) from activity_chain) as length,
      ((select count(*) from activity_log) - (select count(*) from activity_chain)) as unsealed
    from verify_activity(${behind}, ${checkedAtOnce}) v`.execute(db);
  const [checked] = rows;
  if (!checked) throw new Error('The chain answered nothing');
  return checked;
}
