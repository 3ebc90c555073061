import { sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { createOnce, findCreated } from '../../../../platform/server/records/repeats.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { getToday } from '../days.ts';
import { publishChanged } from '../publish.ts';
import { getEmployeeCredentials, getSubject } from '../reading/employee.ts';
import type { CredentialsDb } from '../tables.ts';
import { subjectOf } from './held.ts';
import { notifyHr } from './notices.ts';
import { assertDays, explainTerm, insertTerms, loggedFacts } from './terms.ts';

type Body = ValidOf<typeof calls.addCredential>['body'];

/** Adds a credential: HR’s counts at once, one’s own waits for HR. */
export function addCredential(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.addCredential> {
  const db: CredentialsDb = platform.db;
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    const subject = await getSubject(db, actor, body.userId);
    const isVerified = subject.is_managed;
    if (!isVerified && body.userId !== actor.userId) {
      throw forbidden('Only HR can add credentials for others.');
    }
    if (!(await findCreated(db, 'employee_credentials', actor, body.clientId))) {
      let publish = async () => {};
      await createOnce(db, 'employee_credentials', actor, body.clientId, {
        async insert(tx) {
          const added = await insert(platform, tx, actor, {
            body,
            isVerified,
            ip,
            name: subject.name,
          });
          publish = added.publish;
          return added.id;
        },
        explain: explainTerm,
      });
      publishChanged(platform);
      await publish();
    }
    return getEmployeeCredentials(db, actor, body.userId);
  };
}

interface Addition {
  body: Body;
  isVerified: boolean;
  ip: string;
  /** Of the employee. */
  name: string;
}

async function insert(
  platform: Platform,
  tx: CredentialsDb,
  actor: Actor,
  { body, isVerified, ip, name }: Addition,
): Promise<{ id: number; publish: () => Promise<void> }> {
  const { clientId, userId, kindId, store, ...facts } = body;
  const kind = await tx
    .selectFrom('credential_kinds')
    .selectAll()
    .where('id', '=', kindId)
    .forShare()
    .executeTakeFirst();
  if (!kind) throw notFound();
  if (kind.is_archived) {
    const problem = 'Choose a kind that is not archived';
    throw invalid(`${problem}.`, { kindId: problem });
  }
  await assertStore(tx, userId, store, kind.by_store);
  assertDays(facts, kind, { today: await getToday(tx) });
  await assertNotWaiting(tx, body);
  const { id } = await tx
    .insertInto('employee_credentials')
    .values({
      client_id: clientId,
      user_id: userId,
      kind_id: kindId,
      store,
      created_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const term = { clientId, credentialId: id, facts, kind, isVerified };
  await insertTerms(tx, platform.secrets, actor, [term]);
  await recordActivity(tx, {
    actor,
    action: isVerified ? 'credential.added' : 'credential.submitted',
    subject: subjectOf({ id, employee: name, name: kind.name }),
    after: { store, ...loggedFacts(facts) },
    ip,
  });
  const publish = isVerified
    ? async () => {}
    : await notifyHr(platform, tx, {
        id,
        userId,
        employee: name,
        kind: kind.name,
        by: actor.userId,
      });
  return { id, publish };
}

/** A credential that holds at one store is for one where the employee works. */
async function assertStore(
  tx: CredentialsDb,
  userId: number,
  store: Body['store'],
  byStore: boolean,
): Promise<void> {
  if (!byStore) {
    if (store === null) return;
    const problem = 'This kind holds at every store';
    throw invalid(`${problem}.`, { store: problem });
  }
  const { rows } = await sql`select from users u where u.id = ${userId}
    and u.store_access && array[${store}::text, 'all']`.execute(tx);
  if (store !== null && rows.length > 0) return;
  const problem = store === null ? 'Choose a store' : 'This employee doesn’t work at this store';
  throw invalid(`${problem}.`, { store: problem });
}

/** A second submission of a kind is the first one, entered twice; also at the same time, so the employee is locked. */
async function assertNotWaiting(
  tx: CredentialsDb,
  { userId, kindId, store }: Pick<Body, 'userId' | 'kindId' | 'store'>,
): Promise<void> {
  await sql`select from employees where user_id = ${userId} for no key update`.execute(tx);
  const { rows } = await sql`
    select from employee_credentials c join credential_terms p on p.credential_id = c.id and p.state = 'submitted'
    where c.user_id = ${userId} and c.kind_id = ${kindId} and c.removed_at is null and c.term_id is null
      and c.store is not distinct from ${store}::text`.execute(tx);
  if (rows.length > 0) throw conflict('One of this kind already waits to be verified.');
}
