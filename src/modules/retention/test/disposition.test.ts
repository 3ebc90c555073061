import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  decideBatch,
  exportRegister,
  listBatches,
  listDue,
  listRegister,
  prepareBatch,
  tryBatch,
} from '../contract/disposition.ts';
import { listHolds, placeHold, releaseHold } from '../contract/holds.ts';
import { destroyBatch } from '../server/disposition/execute.ts';
import { findRetentionStatuses, keepItems } from '../server/public.ts';
import { openRetentionStage, type RetentionStage } from './stage.ts';

let stage: RetentionStage;
type Manager = Awaited<ReturnType<RetentionStage['addManager']>>;
let first: Manager;
let second: Manager;
beforeAll(async () => {
  stage = await openRetentionStage();
  [first, second] = [await stage.addManager(), await stage.addManager()];
});
afterAll(() => stage.stop());

const prepare = async (who = first, clientId: string = randomUUID()) =>
  who.client.call(prepareBatch, { body: { clientId } });
const decide = (who: Manager, batchId: number, decision: 'approved' | 'declined' | 'withdrawn') =>
  who.client.call(decideBatch, {
    params: { batchId },
    body: { decision, reason: decision === 'declined' ? 'Not these' : '' },
  });
const stateOf = async (batchId: number) =>
  (await first.client.call(listBatches)).body.find(({ id }) => id === batchId)?.state;
const hold = (kind: 'deal' | 'vehicle', number: string, clientId: string = randomUUID()) =>
  first.client.call(placeHold, {
    body: {
      clientId,
      matter: 'Doe v. Larkfield',
      reason: 'Subpoena',
      subjects: [{ kind, number }],
    },
  });
const release = (holdId: number) =>
  first.client.call(releaseHold, { params: { holdId }, body: { reason: 'Settled' } });
/** Approved but not executed: the job has been removed. */
async function approveWithoutJob(batchId: number) {
  await stage.platform.jobs.stop();
  expect((await decide(second, batchId, 'approved')).status).toBe(200);
}

describe('destruction', () => {
  test('takes two people, and leaves a register entry for each file', async () => {
    const due = await stage.addDocument();
    const running = await stage.addDocument({ eventDate: await stage.dueIn(0, 7) });
    const clientId = randomUUID();
    const { status, body: batch } = await prepare(first, clientId);
    expect([status, batch.items, batch.may]).toEqual([201, 1, { decide: false, withdraw: true }]);
    expect((await prepare(first, clientId)).body.id).toBe(batch.id);
    expect((await prepare(second)).status).toBe(409);
    const { body: listed } = await first.client.call(listDue, {
      query: { through: (await stage.today()).slice(0, 7) },
    });
    expect(listed.map(({ title, fate, batchId }) => [title, fate, batchId])).toEqual([
      [due.title, 'destroy', batch.id],
      [running.title, 'destroy', null],
    ]);
    expect(await stage.fateOf(first, batch.id, due.title)).toBe('destroy');

    const own = await decide(first, batch.id, 'approved');
    expect([own.status, own.body]).toMatchObject([
      403,
      { error: 'You prepared this batch, so someone else must decide on it.' },
    ]);
    const direct = stage.query(
      `insert into disposition_decisions (batch_id, prepared_by, decision, decided_by)
       values (${batch.id}, ${first.id}, 'approved', ${first.id})`,
    );
    await expect(direct).rejects.toThrow('disposition_decisions_check');
    expect([await stateOf(batch.id), await stage.exists(due)]).toEqual(['prepared', true]);

    expect((await decide(second, batch.id, 'approved')).status).toBe(200);
    await expect.poll(() => stateOf(batch.id)).toBe('done');
    expect([await stage.exists(due), await stage.exists(running)]).toEqual([false, true]);
    const { body: register } = await first.client.call(listRegister, { query: {} });
    expect(register).toMatchObject([
      {
        title: due.title,
        className: 'Sales documents',
        eventDate: '2010-06-15',
        keepUntil: '2017-06-15',
        sha256: due.files[0].sha256.toString('hex'),
        preparedBy: expect.stringMatching(/^Kim /),
        approvedBy: expect.stringMatching(/^Kim /),
      },
    ]);
    expect((await decide(second, batch.id, 'declined')).status).toBe(409);
    const again = stage.db.transaction().execute((tx) => keepItems(tx, [due]));
    await expect(again).rejects.toThrow('This document is being destroyed.');
  });

  test('does not start for a declined or withdrawn batch, which may be prepared again', async () => {
    const due = await stage.addDocument();
    const declined = (await prepare()).body;
    const withoutReason = await second.client.call(decideBatch, {
      params: { batchId: declined.id },
      body: { decision: 'declined' },
    });
    expect(withoutReason.status).toBe(400);
    expect((await decide(second, declined.id, 'withdrawn')).status).toBe(403);
    expect((await decide(second, declined.id, 'declined')).body.state).toBe('declined');
    const withdrawn = (await prepare()).body;
    expect((await decide(first, withdrawn.id, 'withdrawn')).body.state).toBe('withdrawn');
    await destroyBatch(stage.db, withdrawn.id, () => Promise.reject(new Error('Not approved')));
    expect([await stateOf(withdrawn.id), await stage.exists(due)]).toEqual(['withdrawn', true]);
    // So that the next test finds only its own documents due.
    await hold('deal', due.sourceId);
  });

  test('requires system management', async () => {
    const { client } = await stage.addUser({ featurePermissions: ['audit_logs'] });
    for (const { method, path } of [
      prepareBatch,
      decideBatch,
      listRegister,
      exportRegister,
      placeHold,
      releaseHold,
      tryBatch,
    ]) {
      const plain = path.replace(/:\w+/g, '1');
      expect((await client.raw(method, plain)).status).toBe(403);
    }
    expect((await first.client.call(tryBatch, { params: { batchId: 999 } })).status).toBe(404);
  });
});

describe('a hold', () => {
  test('keeps what is due, also documents added later, until it is released', async () => {
    const vin = '1ftfw1e50mfa00001';
    const clientId = randomUUID();
    const { status, body } = await hold('vehicle', vin, clientId);
    expect([status, body.items]).toEqual([201, 0]);
    expect((await hold('vehicle', vin, clientId)).body.id).toBe(body.id);
    const late = await stage.addDocument({
      subjects: [{ kind: 'vehicle', number: vin.toUpperCase() }],
    });
    expect((await prepare()).status).toBe(409);
    const statuses = await findRetentionStatuses(stage.db, 'documents', [late.sourceId]);
    expect(statuses.get(late.sourceId)?.held).toBe(true);
    expect((await release(body.id)).body.release?.reason).toBe('Settled');
    expect((await release(body.id)).status).toBe(409);
    expect((await prepare()).body.items).toBe(1);
  });

  test('placed after the approval wins if the files still exist', async () => {
    const [{ id: open = 0 } = {}] = (await first.client.call(listBatches)).body;
    await decide(first, open, 'withdrawn');
    const [one, other] = [await stage.addDocument(), await stage.addDocument()];
    const { body: batch } = await prepare();
    await approveWithoutJob(batch.id);
    expect((await hold('deal', one.sourceId)).body).toMatchObject({ items: 1, gone: 0 });
    expect(await stage.fateOf(first, batch.id, one.title)).toBe('held');
    await destroyBatch(stage.db, batch.id, stage.drop);
    expect([await stage.exists(one), await stage.exists(other)]).toEqual([true, false]);
    expect(await stage.fateOf(first, batch.id, other.title)).toBe('destroyed');
    expect(await stateOf(batch.id)).toBe('done');
    expect((await hold('deal', other.sourceId)).body).toMatchObject({ items: 0, gone: 1 });
  });

  test('cannot be placed between the last check and the destruction', async () => {
    const documents = await Promise.all(Array.from({ length: 12 }, () => stage.addDocument()));
    const { body: batch } = await prepare();
    await approveWithoutJob(batch.id);
    const [, ...holds] = await Promise.all([
      destroyBatch(stage.db, batch.id, stage.drop),
      ...documents.map(({ sourceId }) => hold('deal', sourceId)),
    ]);
    for (const [index, paper] of documents.entries()) {
      const response = holds[index]?.body;
      expect([response?.items, await stage.exists(paper)]).toEqual(
        response?.gone === 0 ? [1, true] : [0, false],
      );
    }
  });

  test('is listed before released ones', async () => {
    const { body } = await first.client.call(listHolds);
    const released = body.map((one) => one.release !== null);
    expect(released).toEqual([...released].sort());
  });
});

describe('an interrupted destruction', () => {
  test('between deleting files and recording it is completed by the next run', async () => {
    const due = await stage.addDocument();
    const { body: batch } = await prepare();
    await approveWithoutJob(batch.id);
    const killed = destroyBatch(stage.db, batch.id, async (keys) => {
      await stage.drop(keys);
      throw new Error('Killed');
    });
    await expect(killed).rejects.toThrow('Killed');
    expect([await stage.exists(due), await stateOf(batch.id)]).toEqual([false, 'destroying']);
    // A hold that comes now is refused as too late.
    expect((await hold('deal', due.sourceId)).body).toMatchObject({ items: 0, gone: 1 });
    const again: string[] = [];
    const finish = () =>
      destroyBatch(stage.db, batch.id, async (keys) => {
        again.push(...keys);
        await stage.drop(keys);
      });
    await Promise.all([finish(), finish()]);
    await finish();
    expect(new Set(again)).toEqual(new Set([due.files[0].key]));
    const { body: register } = await first.client.call(listRegister, { query: {} });
    expect(register.filter(({ title }) => title === due.title)).toHaveLength(1);
    const rows = await stage.query(
      `select after from activity_log
       where action = 'retention.destroyed' and subject_id = '${batch.id}'`,
    );
    expect(rows).toEqual([{ after: { files: 1, documentsKept: 0 } }]);
  });
});

describe('the register', () => {
  test.each([
    `update destruction_register set title = 'Nothing'`,
    'delete from destruction_register',
    'truncate destruction_register',
    `update disposition_decisions set decision = 'declined'`,
    'delete from legal_hold_releases',
    'delete from legal_hold_subjects',
    `update retained_items set title = 'Nothing' where condemned_at is not null`,
  ])('is append-only: %s', async (statement) => {
    await expect(stage.query(statement)).rejects.toThrow(
      'Holds and destruction are only ever added to',
    );
  });

  test('is exported as CSV, and the export is logged', async () => {
    const saved = await first.client.raw('POST', exportRegister.path, { body: {} });
    expect(saved.headers.get('content-disposition')).toMatch(/destruction-register-/);
    const lines = String(saved.body).trim().split('\r\n');
    const { body } = await first.client.call(listRegister, { query: { limit: 200 } });
    expect(lines).toHaveLength(body.length + 1);
    expect(lines[1]).toContain(body[0]?.sha256);
    const { body: page } = await first.client.call(listRegister, {
      query: { before: body[0]?.id, limit: 1 },
    });
    expect(page[0]?.id).toBe(body[1]?.id);
    const rows = await stage.query(
      `select actor_id from activity_log where action = 'retention.register_exported'`,
    );
    expect(rows).toEqual([{ actor_id: first.id }]);
  });
});
