import { sql } from 'kysely';
import { departmentNames, roleNames, storeNames } from '../../../platform/contract/names.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { countsAsIn, readsChannel } from '../../chat/server/public.ts';
import { listOutEquipment } from '../../employees/server/public.ts';
import { findPersonById, type PersonRow } from '../../people/server/public.ts';
import type { ItemKind } from '../contract/kinds.ts';
import type { RunItem } from '../contract.ts';
import { countHandover } from './handing-over/list.ts';
import { isAvailable } from './policy.ts';
import type { FullRun } from './rows.ts';
import type { OnboardingServices } from './services.ts';
import type { OnboardingDb } from './tables.ts';

type Check = NonNullable<RunItem['check']>;

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
const noAccount: Check = { isMet: false, text: 'No account yet.' };

/**
 * What the system knows about these kinds of items. `handover`: how much is not handed over, where the caller has
 * counted it already.
 */
export async function checkRun(
  services: OnboardingServices,
  actor: Actor,
  run: FullRun,
  kinds: ReadonlySet<ItemKind>,
  handover: number | null = null,
): Promise<Map<ItemKind, Check>> {
  const person = run.user_id === null ? null : await findPersonById(services.db, run.user_id);
  const checks = new Map<ItemKind, Check>();
  for (const kind of kinds) {
    const check = await byKind[kind](services, { actor, run, person, handover });
    if (check) checks.set(kind, check);
  }
  return checks;
}

interface About {
  actor: Actor;
  run: FullRun;
  person: PersonRow | null;
  handover: number | null;
}
type CheckOne = (
  services: OnboardingServices,
  about: About,
) => Promise<Check | null> | Check | null;

/** An account that is not active yet has its rights before it starts. */
const startsLater = (run: FullRun) => run.activate_at !== null && run.activated_at === null;

const byKind: Record<ItemKind, CheckOne> = {
  task: () => null,

  account(_, { run, person }) {
    if (!person || person.deleted_at) return noAccount;
    if (person.pending) return { isMet: false, text: 'The registration waits for approval.' };
    if (!person.is_active) {
      const text = startsLater(run)
        ? 'The account starts on the first day.'
        : 'The account is disabled.';
      return { isMet: false, text };
    }
    const signedIn = person.last_login_at ? 'signed in before' : 'not signed in yet';
    return { isMet: true, text: `The account is active, ${signedIn}.` };
  },

  rights(_, { run, person }) {
    if (!person || !(isAvailable(person) || startsLater(run))) return noAccount;
    const atStore =
      run.store === null ||
      person.store_access.includes(run.store) ||
      person.store_access.includes('all');
    const stores = person.store_access
      .map((store) => (store === 'all' ? 'all stores' : storeNames[store]))
      .join(', ');
    const parts = [
      roleNames[person.role],
      person.department ? departmentNames[person.department] : 'no department',
      stores || 'no store',
      plural(person.page_permissions.length, 'page'),
    ];
    return {
      isMet: person.page_permissions.length > 0 && atStore,
      text: `${parts.join(', ')}.`,
    };
  },

  async channels({ db }, { person }) {
    if (!isAvailable(person)) return noAccount;
    const count = await countChannels(db, person.id);
    return {
      isMet: count > 0,
      text: count === 0 ? 'In no channel yet.' : `In ${plural(count, 'channel')}.`,
    };
  },

  async papers({ db, listMissingPapers }, { run, person }) {
    if (!person) return noAccount;
    const missing = await listMissingPapers(db, person.id);
    if (missing.length === 0) return { isMet: true, text: 'All documents are filed.' };
    const count = plural(missing.length, 'document');
    // Only HR may know which ones, as in the personnel file.
    return {
      isMet: false,
      text: run.reads_hr
        ? `${count} missing: ${missing.slice(0, 6).join(', ')}${missing.length > 6 ? ' …' : ''}.`
        : `${count} missing.`,
    };
  },

  async equipment_issued({ db }, { person }) {
    if (!person) return noAccount;
    const out = await listOutEquipment(db, person.id);
    return {
      isMet: out.length > 0,
      text: out.length === 0 ? 'Nothing issued yet.' : `Issued: ${named(out)}.`,
    };
  },

  account_ended(_, { run }) {
    return {
      isMet: run.ended_at !== null,
      text: run.ended_at === null ? 'The account is active until then.' : 'The account has ended.',
    };
  },

  async handover(services, { actor, person, handover }) {
    if (!person) return noAccount;
    const count = handover ?? (await countHandover(services, actor, person.id));
    return {
      isMet: count === 0,
      text: count === 0 ? 'Everything is handed over.' : `${plural(count, 'thing')} to hand over.`,
    };
  },

  async equipment_returned({ db }, { person }) {
    if (!person) return noAccount;
    const out = await listOutEquipment(db, person.id);
    return {
      isMet: out.length === 0,
      text: out.length === 0 ? 'Everything is returned.' : `Still out: ${named(out)}.`,
    };
  },
};

const named = (things: readonly { name: string }[]) => {
  const shown = things.slice(0, 5).map(({ name }) => name);
  return things.length > 5 ? `${shown.join(', ')} and ${things.length - 5} more` : shown.join(', ');
};

async function countChannels(db: OnboardingDb, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from chat_channels c join users u on u.id = ${userId}
    where c.type <> 'direct' and c.archived_at is null and ${readsChannel} and ${countsAsIn}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
