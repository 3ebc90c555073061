import { type Kysely, sql } from 'kysely';
import { type Role, roles } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type * as calls from '../../contract.ts';
import { getImport } from '../imports.ts';
import { isHere } from '../matching/people.ts';
import type { ChatImportDb, ChatImportTables, ImportRow } from '../tables.ts';
import { states } from './states.ts';

type Plan = ValidOf<typeof calls.planChatImport>['body'];
type Tx = Kysely<ChatImportTables>;

/** Saves matches and the selection of conversations; anything not named stays as it is. */
export async function planChatImport(
  db: ChatImportDb,
  planner: { role: Role },
  importId: number,
  { people, channels, withFiles }: Plan,
): Promise<ImportRow> {
  return db.transaction().execute(async (tx) => {
    const planned = await tx
      .updateTable('chat_imports')
      .set({ with_files: withFiles })
      .where('id', '=', importId)
      .where('state', '=', 'read')
      .returningAll()
      .executeTakeFirst();
    if (!planned) {
      const { state } = await getImport(tx, importId);
      throw conflict(`This import can’t be changed anymore: ${states[state]}.`);
    }
    await planPeople(tx, importId, people);
    await assertHandMatches(tx, planner, importId);
    await planChannels(tx, importId, channels);
    return planned;
  });
}

/** Text the database cannot store cannot be in an export. */
const mayBeKnown = ({ id }: { id: string }) => !id.includes('\0') && id.isWellFormed();

const refusal = (field: 'people' | 'channels', sentence: string) => () =>
  invalid(sentence, { [field]: sentence });
const noPerson = refusal('people', 'A person in the plan is not in this export.');
const notHere = refusal('people', 'Choose a current employee.');
const noChannel = refusal('channels', 'A channel in the plan is not in this export.');

async function planPeople(tx: Tx, importId: number, people: Plan['people']): Promise<void> {
  const wanted = people.map(({ sourceId: id, userId: person }) => ({ id, person }));
  if (!wanted.every(mayBeKnown)) throw noPerson();
  const { rows: unknown } = await sql<{ id: string; person: number | null }>`
    select w.id, w.person from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w (id text, person integer)
    where not exists (select from chat_import_people p
        where p.import_id = ${importId} and p.source_id = w.id)
      or w.person is not null and not exists (select from users u
        where u.id = w.person and ${isHere}) limit 1`.execute(tx);
  if (unknown[0]) throw unknown[0].person === null ? noPerson() : notHere();
  await sql`update chat_import_people p set user_id = w.person, matched_by = case
      when w.person is null then null
      when exists (select from users u where u.id = w.person and u.email = lower(p.email)
          and u.email_confirmed_at is not null)
        then 'email' else 'hand' end
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (id text, person integer)
    where p.import_id = ${importId} and p.source_id = w.id`.execute(tx);
}

async function planChannels(tx: Tx, importId: number, channels: Plan['channels']): Promise<void> {
  const wanted = channels.map(({ sourceId: id, chosen }) => ({ id, chosen }));
  if (!wanted.every(mayBeKnown)) throw noChannel();
  const { rows } = await sql<{ id: string }>`
    select w.id from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (id text)
    where not exists (select from chat_import_channels c
      where c.import_id = ${importId} and c.source_id = w.id) limit 1`.execute(tx);
  if (rows.length > 0) throw noChannel();
  await sql`update chat_import_channels c set chosen = w.chosen
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (id text, chosen boolean)
    where c.import_id = ${importId} and c.source_id = w.id`.execute(tx);
}

const notByHand =
  'You can only match people of your own role or below manually, and no protected accounts.';

/**
 * Throws `forbidden` if someone is matched manually to an account the user may not act for: imported messages
 * appear under that name. Checked when planning and when running, possibly by different users.
 */
export async function assertHandMatches(
  tx: Tx,
  { role }: { role: Role },
  importId: number,
): Promise<void> {
  const above = roles.slice(roles.indexOf(role) + 1);
  const { rows } = await sql`
    select from chat_import_people p join users u on u.id = p.user_id
    where p.import_id = ${importId} and p.matched_by = 'hand'
      and (u.protection is not null or u.role = any(${above}::text[])) limit 1`.execute(tx);
  if (rows.length > 0) throw forbidden(notByHand);
}
