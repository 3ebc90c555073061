import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { readFile, uploadFile } from '../../attachments/contract.ts';
import { addUser, type TestUser, titlesOf } from '../../notifications/test/stage.ts';
import * as contract from '../contract.ts';
import { eraseOld } from '../server/erase.ts';
import { recruitingHandover } from '../server/handover.ts';

let forecourt: TestForecourt;
let hr: TestUser;
let hyundaiHr: TestUser;
let manager: TestUser;
let interviewer: TestUser;
let colleague: TestUser;

const hrRights = {
  role: 'manager',
  department: 'hr',
  pagePermissions: ['hr'],
  featurePermissions: ['view_data', 'manage_users'],
} as const;

beforeAll(async () => {
  forecourt = await startForecourt();
  [hr, hyundaiHr, manager, interviewer, colleague] = await Promise.all([
    addUser(forecourt, { ...hrRights, storeAccess: ['ford'] } as never),
    addUser(forecourt, { ...hrRights, storeAccess: ['hyundai'] } as never),
    addUser(forecourt, { role: 'manager', storeAccess: ['ford'] }),
    addUser(forecourt, { storeAccess: ['ford'] }),
    addUser(forecourt, { role: 'admin', storeAccess: ['all'] }),
  ]);
});
afterAll(() => forecourt.stop());

async function openPosition(values: object = {}) {
  const { status, body } = await hr.client.call(contract.addPosition, {
    body: {
      clientId: randomUUID(),
      jobTitle: 'Sales consultant',
      store: 'ford',
      department: 'sales',
      managerId: manager.id,
      openings: 1,
      startOn: null,
      note: '',
      ...values,
    } as never,
  });
  expect(status).toBe(201);
  return body;
}

const facts = {
  firstName: 'Odalys',
  lastName: 'Quennell',
  email: 'odalys@mail.example',
  phone: '(316) 555-0142',
  source: 'website',
  referredById: null,
  appliedOn: '2026-11-20',
  note: 'Sold phones for five years.',
} as const;

const add = (client: TestUser['client'], positionId: number, values: object = {}) =>
  client.call(contract.addApplicant, {
    body: { clientId: randomUUID(), positionId, ...facts, ...values } as never,
  });

async function applied(values: object = {}) {
  const position = await openPosition();
  const { status, body } = await add(hr.client, position.id, values);
  expect(status).toBe(201);
  return body;
}

const get = ({ client }: TestUser, applicantId: number) =>
  client.call(contract.getApplicant, { params: { applicantId } });

const plan = (client: TestUser['client'], applicantId: number, values: object = {}) =>
  client.call(contract.planInterview, {
    params: { applicantId },
    body: {
      clientId: randomUUID(),
      at: '2026-12-01T16:00:00Z',
      place: 'Showroom',
      interviewerId: interviewer.id,
      ...values,
    } as never,
  });

async function upload({ client }: TestUser): Promise<string> {
  const uploadId = randomUUID();
  const path = `/api/chat/uploads/${uploadId}?name=resume.txt`;
  expect(uploadFile.method).toBe('PUT');
  const sent = await client.raw('PUT', path, {
    body: 'Five years of phones',
    headers: { 'content-type': 'text/plain' },
  });
  expect(sent.status).toBe(201);
  return uploadId;
}

describe('a position', () => {
  test('is opened once, and seen by HR of its store and its hiring manager only', async () => {
    const clientId = randomUUID();
    const first = await openPosition({ clientId, jobTitle: 'Lot attendant' });
    const again = await openPosition({ clientId, jobTitle: 'Lot attendant' });
    expect(again.id).toBe(first.id);
    const seenBy = async ({ client }: TestUser) =>
      (await client.call(contract.listPositions)).body.some(({ id }) => id === first.id);
    expect(await seenBy(hr)).toBe(true);
    expect(await seenBy(manager)).toBe(true);
    for (const other of [hyundaiHr, interviewer, colleague]) {
      const params = { positionId: first.id };
      expect((await other.client.call(contract.getPosition, { params })).status).toBe(404);
      expect(await seenBy(other)).toBe(false);
    }
  });

  test('is opened and changed by HR of the store only', async () => {
    const body = {
      clientId: randomUUID(),
      jobTitle: 'Porter',
      store: 'ford',
      department: 'service',
      managerId: manager.id,
      openings: 1,
      startOn: null,
      note: '',
    } as const;
    expect((await manager.client.call(contract.addPosition, { body })).status).toBe(403);
    const refused = await hyundaiHr.client.call(contract.addPosition, { body });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { store: 'Choose one of your stores' } },
    ]);
    const group = await hr.client.call(contract.addPosition, { body: { ...body, store: null } });
    expect(group.status).toBe(400);
    const position = await openPosition();
    const { clientId: _, ...input } = body;
    const saved = { ...input, version: position.version, status: 'on_hold' } as const;
    const params = { positionId: position.id };
    const byManager = await manager.client.call(contract.savePosition, { params, body: saved });
    expect(byManager.status).toBe(403);
    const first = await hr.client.call(contract.savePosition, { params, body: saved });
    expect([first.status, first.body]).toMatchObject([
      200,
      { status: 'on_hold', jobTitle: 'Porter' },
    ]);
    const second = await hr.client.call(contract.savePosition, { params, body: saved });
    expect(second.status).toBe(409);
  });
});

describe('an applicant', () => {
  test('is kept by HR and the hiring manager; others neither see nor change them', async () => {
    const { id, position } = await applied();
    for (const one of [hr, manager]) {
      const { status, body } = await get(one, id);
      expect([status, body]).toMatchObject([
        200,
        {
          name: 'Odalys Quennell',
          phone: { e164: '+13165550142', extension: '' },
          stage: 'applied',
          may: { keep: true, hire: one === hr, erase: one === hr },
        },
      ]);
    }
    for (const one of [hyundaiHr, interviewer, colleague]) {
      expect((await get(one, id)).status).toBe(404);
      const params = { applicantId: id };
      const noted = await one.client.call(contract.addNote, { params, body: { text: 'No' } });
      expect(noted.status).toBe(404);
      expect((await add(one.client, position.id)).status).toBe(404);
      const found = await one.client.call(contract.listApplicants, { query: { q: 'Quennell' } });
      expect(found.body).toEqual([]);
    }
  });

  test('moves between stages; a rejection takes a reason, and an ended one no interview', async () => {
    const { id, version } = await applied();
    const params = { applicantId: id };
    const set = (body: object) =>
      manager.client.call(contract.setStage, { params, body: body as never });
    const refused = await set({ version, stage: 'rejected' });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { reason: 'Enter a reason' } },
    ]);
    expect((await set({ version, stage: 'hired' })).status).toBe(400);
    const rejected = await set({ version, stage: 'rejected', reason: 'No license' });
    expect(rejected.body).toMatchObject({ stage: 'rejected', reason: 'No license' });
    expect((await set({ version, stage: 'offer' })).status).toBe(409);
    expect((await plan(manager.client, id)).status).toBe(409);
    const back = await set({ version: rejected.body.version, stage: 'screening' });
    expect(back.body).toMatchObject({ stage: 'screening', reason: '' });
    expect(back.body.events.map(({ data }) => data.kind)).toEqual(['stage', 'stage', 'added']);
  });

  test('is found by words, and by digits of the phone number, also ended ones on request', async () => {
    const { id, version } = await applied({ firstName: 'Xanthe', lastName: 'Brockhurst' });
    const find = async (query: object) =>
      (await hr.client.call(contract.listApplicants, { query: query as never })).body.map(
        (one) => one.id,
      );
    expect(await find({ q: 'brock xan' })).toEqual([id]);
    expect(await find({ q: 'brock 316555' })).toEqual([id]);
    expect(await find({ q: 'brock_' })).toEqual([]);
    const params = { applicantId: id };
    await hr.client.call(contract.setStage, {
      params,
      body: { version, stage: 'withdrawn', reason: '' },
    });
    expect(await find({ q: 'brock' })).toEqual([]);
    expect(await find({ q: 'brock', stage: 'all' })).toEqual([id]);
    const count = await hr.client.call(contract.countApplicants, {
      query: { q: 'brock', stage: 'all' },
    });
    expect(count.body).toEqual({ count: 1, isMore: false });
  });

  test('has files that those who see the applicant can read, and no one else', async () => {
    const { id } = await applied();
    const uploadId = await upload(hr);
    const params = { applicantId: id };
    const byOther = await manager.client.call(contract.addPapers, {
      params,
      body: { uploadIds: [uploadId] },
    });
    expect(byOther.status).toBe(400);
    const added = await hr.client.call(contract.addPapers, {
      params,
      body: { uploadIds: [uploadId] },
    });
    expect(added.body.papers).toMatchObject([{ id: uploadId, name: 'resume.txt' }]);
    const read = async ({ client }: TestUser) =>
      (await client.raw('GET', readFile.path.replace(':uploadId', uploadId))).status;
    expect([await read(manager), await read(hr)]).toEqual([200, 200]);
    expect([await read(interviewer), await read(colleague), await read(hyundaiHr)]).toEqual([
      404, 404, 404,
    ]);
    await plan(hr.client, id);
    expect(await read(interviewer)).toBe(200);
    const paper = { ...params, uploadId };
    const removed = await manager.client.call(contract.removePaper, { params: paper });
    expect(removed.body.papers).toEqual([]);
    expect(await read(hr)).toBe(404);
  });

  test('has files that no other applicant has', async () => {
    const [first, second] = [await applied(), await applied()];
    const uploadId = await upload(hr);
    const addTo = ({ id }: { id: number }) =>
      hr.client.call(contract.addPapers, {
        params: { applicantId: id },
        body: { uploadIds: [uploadId] },
      });
    expect((await addTo(first)).status).toBe(200);
    expect((await addTo(first)).status).toBe(200);
    expect((await addTo(second)).status).toBe(400);
    expect((await get(hr, second.id)).body.papers).toEqual([]);
  });

  test('is hired once by HR: the position is filled and their onboarding begins', async () => {
    const { id, version, position } = await applied();
    const params = { applicantId: id };
    const body = { version, firstDay: '2026-12-07' };
    expect((await manager.client.call(contract.hireApplicant, { params, body })).status).toBe(403);
    const hired = await hr.client.call(contract.hireApplicant, { params, body });
    expect([hired.status, hired.body]).toMatchObject([200, { stage: 'hired' }]);
    expect(hired.body.runId).toBeGreaterThan(0);
    const again = await hr.client.call(contract.hireApplicant, {
      params,
      body: { ...body, version: hired.body.version },
    });
    expect(again.status).toBe(409);
    const filled = await hr.client.call(contract.getPosition, {
      params: { positionId: position.id },
    });
    expect(filled.body).toMatchObject({ status: 'filled', hired: 1 });
  });
});

describe('an interview', () => {
  test('shows the applicant to the interviewer until it is canceled, and notifies them', async () => {
    const { id } = await applied();
    const { status, body } = await plan(manager.client, id);
    expect(status).toBe(201);
    const [planned] = body.interviews;
    const notified = await interviewer.client.raw('GET', '/api/notifications');
    expect(JSON.stringify(notified.body)).toContain('Interview planned: Odalys Quennell');
    const seen = await get(interviewer, id);
    expect(seen.body.may).toEqual({ keep: false, hire: false, erase: false });
    const params = { applicantId: id, interviewId: planned?.id ?? 0 };
    const refused = await interviewer.client.call(contract.cancelInterview, {
      params,
      query: { version: 1 },
    });
    expect(refused.status).toBe(403);
    await manager.client.call(contract.cancelInterview, { params, query: { version: 1 } });
    expect((await get(interviewer, id)).status).toBe(404);
  });

  test('is assessed by the interviewer, whose opinion other interviewers see only after their own', async () => {
    const { id } = await applied();
    const other = await addUser(forecourt, { storeAccess: ['ford'] });
    await plan(hr.client, id);
    const { body } = await plan(hr.client, id, { interviewerId: other.id });
    const idOf = (userId: number) =>
      body.interviews.find((one) => one.interviewer.id === userId)?.id ?? 0;
    const assess = ({ id: userId }: TestUser, by: TestUser) =>
      by.client.call(contract.assessApplicant, {
        params: { applicantId: id, interviewId: idOf(userId) },
        body: { version: 1, recommendation: 'hire', feedback: 'Listens well.' },
      });
    expect((await assess(interviewer, hr)).status).toBe(403);
    expect((await assess(interviewer, interviewer)).status).toBe(200);
    const opinionSeenBy = async (one: TestUser) =>
      (await get(one, id)).body.interviews.find((each) => each.interviewer.id === interviewer.id)
        ?.feedback;
    expect(await opinionSeenBy(manager)).toBe('Listens well.');
    expect(await opinionSeenBy(other)).toBe('');
    expect((await assess(other, other)).status).toBe(200);
    expect(await opinionSeenBy(other)).toBe('Listens well.');
  });
});

describe('the end of an application', () => {
  const ahead = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const past = new Date(Date.now() - 5 * 86_400_000).toISOString();

  /** An applicant whom someone interviewed, and whom two people are to interview. */
  async function interviewed() {
    const { id } = await applied();
    const [first, second] = await Promise.all([addUser(forecourt), addUser(forecourt)]);
    await plan(hr.client, id, { at: past, interviewerId: first.id });
    await plan(hr.client, id, { at: ahead, interviewerId: first.id });
    await plan(hr.client, id, { at: ahead, interviewerId: second.id, place: 'Room 2' });
    const { body: now } = await plan(hr.client, id, { at: ahead, interviewerId: hr.id });
    return { id, version: now.version, people: [first, second] };
  }
  const newsOf = async (people: TestUser[]) =>
    Promise.all(
      people.map(async ({ client }) =>
        (await titlesOf(client)).filter((title) => title.startsWith('Interview canceled')),
      ),
    );
  const canceledIn = async (id: number) => {
    const { interviews, events } = (await get(hr, id)).body;
    return {
      canceled: interviews.map(({ at, isCanceled }) => [at, isCanceled]),
      history: events.flatMap(({ data }) =>
        data.kind === 'interview' && data.did === 'canceled' ? [data.at] : [],
      ),
    };
  };
  const hasEnded = {
    canceled: [[past, false], ...[1, 2, 3].map(() => [ahead, true])],
    history: [ahead, ahead, ahead],
  };

  test.each(['rejected', 'withdrawn'] as const)(
    'as %s cancels the interviews ahead, and notifies their interviewers',
    async (stage) => {
      const { id, version, people } = await interviewed();
      const set = (next: 'offer' | typeof stage, asOf: number) =>
        hr.client.call(contract.setStage, {
          params: { applicantId: id },
          body: { version: asOf, stage: next, reason: 'Other' },
        });
      const offered = await set('offer', version);
      expect((await canceledIn(id)).history).toEqual([]);
      expect((await set(stage, offered.body.version)).status).toBe(200);
      expect(await canceledIn(id)).toEqual(hasEnded);
      const title = 'Interview canceled: Odalys Quennell';
      expect(await newsOf(people)).toEqual([[title], [title]]);
      expect(await newsOf([hr])).toEqual([[]]);
    },
  );

  test('by a hire cancels them too', async () => {
    const { id, version, people } = await interviewed();
    const hired = await hr.client.call(contract.hireApplicant, {
      params: { applicantId: id },
      body: { version, firstDay: '2026-12-07' },
    });
    expect([hired.status, hired.body]).toMatchObject([
      200,
      { stage: 'hired', nextInterviewAt: null },
    ]);
    expect(await canceledIn(id)).toEqual(hasEnded);
    const title = 'Interview canceled: Odalys Quennell';
    expect(await newsOf(people)).toEqual([[title], [title]]);
  });

  test('by erasing cancels them too, and the notification does not say who it was', async () => {
    const { id, version, people } = await interviewed();
    const request = { params: { applicantId: id }, body: { version } };
    expect((await hr.client.call(contract.eraseApplicant, request)).status).toBe(200);
    expect(await canceledIn(id)).toEqual(hasEnded);
    const title = 'Interview canceled: Erased applicant';
    expect(await newsOf(people)).toEqual([[title], [title]]);
    for (const { client } of people) expect(await titlesOf(client)).toEqual([title]);
  });

  test('leaves an interview ahead that was assessed already', async () => {
    const { id, version } = await applied();
    const { body: planned } = await plan(hr.client, id, { at: ahead });
    const interviewId = planned.interviews[0]?.id ?? 0;
    await interviewer.client.call(contract.assessApplicant, {
      params: { applicantId: id, interviewId },
      body: { version: 1, recommendation: 'do_not_hire', feedback: '' },
    });
    const { body: rejected } = await hr.client.call(contract.setStage, {
      params: { applicantId: id },
      body: { version: version + 1, stage: 'rejected', reason: 'Other' },
    });
    expect(rejected.stage).toBe('rejected');
    expect(await canceledIn(id)).toEqual({ canceled: [[ahead, false]], history: [] });
  });
});

describe('handing over', () => {
  const move = (to: TestUser, ids: string[]) =>
    recruitingHandover(forecourt.platform).move({
      actor: { userId: hr.id, firstName: 'Nora', lastName: 'Notified' } as Actor,
      from: { id: interviewer.id, name: 'Before' },
      to: { id: to.id, name: 'After' },
      ids,
      ip: '127.0.0.1',
    });

  test('notifies the successor of positions and interviews, and notes it in the history', async () => {
    const next = await addUser(forecourt, { storeAccess: ['ford'] });
    const position = await openPosition({ managerId: interviewer.id, jobTitle: 'Porter' });
    const { id } = await applied();
    const [interview] = (await plan(hr.client, id)).body.interviews;
    const ids = [`p${position.id}`, `i${interview?.id}`];
    expect(await move(next, [...ids, 'p', 'x1', 'i999999999'])).toEqual({
      moved: ids,
      problems: [],
    });
    expect((await get(interviewer, id)).status).toBe(404);
    const { body } = await get(next, id);
    expect(body.interviews).toMatchObject([{ interviewer: { id: next.id } }]);
    expect(body.events[0]?.data).toMatchObject({ did: 'changed', interviewer: 'After' });
    expect((await titlesOf(next.client)).toSorted()).toEqual([
      'Interview planned: Odalys Quennell',
      'You are the hiring manager: Porter',
    ]);
  });

  test('leaves interviews that were assessed meanwhile', async () => {
    const next = await addUser(forecourt, { storeAccess: ['ford'] });
    const { id } = await applied();
    const [interview] = (await plan(hr.client, id)).body.interviews;
    await interviewer.client.call(contract.assessApplicant, {
      params: { applicantId: id, interviewId: interview?.id ?? 0 },
      body: { version: 1, recommendation: 'hire', feedback: '' },
    });
    expect(await move(next, [`i${interview?.id}`])).toEqual({ moved: [], problems: [] });
    expect((await get(next, id)).status).toBe(404);
    expect(await titlesOf(next.client)).toEqual([]);
  });
});

describe('erasing', () => {
  const traces = async (id: number) => {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(a)::text as row from recruiting_applicants a where a.id = ${id}
      union all select to_jsonb(e)::text from recruiting_events e where e.applicant_id = ${id}
      union all select to_jsonb(i)::text from recruiting_interviews i where i.applicant_id = ${id}
      union all select to_jsonb(n)::text from notifications n where n.action_url like ${`%applicant=${id}`}
      union all select to_jsonb(l)::text from activity_log l where l.subject_type = 'applicant'`.execute(
      forecourt.platform.db,
    );
    return rows.map(({ row }) => row).join('\n');
  };

  test('leaves nothing that says who it was, and deletes the files', async () => {
    const { id } = await applied();
    const uploadId = await upload(hr);
    const params = { applicantId: id };
    await hr.client.call(contract.addPapers, { params, body: { uploadIds: [uploadId] } });
    await hr.client.call(contract.addNote, { params, body: { text: 'Odalys called.' } });
    const { body } = await plan(hr.client, id);
    expect(await traces(id)).toMatch(/Odalys/);
    const request = { params, body: { version: body.version } };
    expect((await manager.client.call(contract.eraseApplicant, request)).status).toBe(403);
    expect((await hr.client.call(contract.eraseApplicant, request)).status).toBe(200);
    expect(await traces(id)).not.toMatch(/Odalys|Quennell|5550142|mail\.example|phones/);
    const file = await hr.client.raw('GET', `/api/chat/files/${uploadId}`);
    expect(file.status).toBe(404);
    expect((await get(hr, id)).body).toMatchObject({
      name: 'Erased applicant',
      papers: [],
      isErased: true,
    });
  });

  test('ends an application in progress, also for its interviewer', async () => {
    const { id, position } = await applied();
    const { body } = await plan(hr.client, id);
    const request = { params: { applicantId: id }, body: { version: body.version } };
    expect((await hr.client.call(contract.eraseApplicant, request)).status).toBe(200);
    expect((await get(interviewer, id)).status).toBe(404);
    const query = { positionId: position.id };
    const inProgress = await hr.client.call(contract.listApplicants, { query });
    expect(inProgress.body).toEqual([]);
    const params = { positionId: position.id };
    const { counts } = (await hr.client.call(contract.getPosition, { params })).body;
    expect(counts).toMatchObject({ applied: 0, withdrawn: 1 });
  });

  test('happens by itself a year after the rejection, not before, and not to who was hired', async () => {
    const old = await applied();
    const recent = await applied();
    const hired = await applied();
    for (const { id, version } of [old, recent]) {
      const body = { version, stage: 'rejected', reason: 'Other' } as const;
      await hr.client.call(contract.setStage, { params: { applicantId: id }, body });
    }
    const params = { applicantId: hired.id };
    await hr.client.call(contract.hireApplicant, {
      params,
      body: { version: hired.version, firstDay: '2026-12-07' },
    });
    await sql`update recruiting_applicants set stage_since = now() - interval '367 days'
      where id in (${old.id}, ${hired.id})`.execute(forecourt.platform.db);
    await eraseOld(forecourt.platform, []);
    const erased = await Promise.all(
      [old, recent, hired].map(async ({ id }) => (await get(hr, id)).body.isErased),
    );
    expect(erased).toEqual([true, false, false]);
  });
});
