import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { correctHours } from '../../time-clock/contract/corrections.ts';
import { answerObjection, getPersonPeriod, getTeamPeriod, signPeriod } from '../contract/review.ts';
import { askToSign } from '../server/signing/remind.ts';
import type { PayrollDb } from '../server/tables.ts';
import {
  approve,
  at,
  hourMs,
  lastWeek,
  moveClockOut,
  openPayrollStage,
  ownPeriod,
  ownReview,
  type PayrollStage,
  reviewOf,
  sign,
  today,
} from './stage.ts';

let stage: PayrollStage;
let nora: StageUser;
const monday = addDays(lastWeek(), 1);

beforeAll(async () => {
  stage = await openPayrollStage();
});
afterAll(() => stage.stop());
beforeEach(async () => {
  nora = await stage.addEmployee();
  for (const day of [0, 1, 2, 3, 4])
    await stage.work(nora, addDays(monday, day), ['08:00', '17:00']);
});

const answer = (actor: StageUser, signatureId: number, words = 'I added the hour.') =>
  actor.client.call(answerObjection, { params: { signatureId }, body: { words } });

describe('an employee', () => {
  test('sees their hours by store and is asked to sign the period that ended', async () => {
    const { review, toSign, navigation } = await ownPeriod(nora);
    expect(toSign).toMatchObject({ startsOn: lastWeek(), endsOn: addDays(lastWeek(), 6) });
    expect(navigation).toMatchObject({
      previous: addDays(lastWeek(), -7),
      next: addDays(lastWeek(), 7),
    });
    expect(review?.statement.lines).toEqual([
      {
        store: 'ford',
        regularMs: 40 * hourMs,
        overtimeMs: 5 * hourMs,
        doubleMs: 0,
        premiumHours: 0,
      },
    ]);
    expect(review?.flags).toEqual(['missed_meal']);
    expect(review?.may).toMatchObject({ sign: true, signWaitsFor: null, approve: false });
  });

  test('signs exactly what they saw, once, and it is kept', async () => {
    const clientId = crypto.randomUUID();
    const { status, body } = await sign(nora, { clientId });
    expect([status, body.signState]).toEqual([201, 'signed']);
    const again = await nora.client.call(signPeriod, {
      body: { clientId, period: lastWeek(), fingerprint: body.fingerprint, objection: null },
    });
    expect(again.body.signatures).toHaveLength(1);
    expect(again.body.signatures[0]).toMatchObject({
      kind: 'signed',
      isCurrent: true,
      paidMs: 45 * hourMs,
    });
    expect((await ownPeriod(nora)).toSign).toBeNull();
    const log = await stage.log(nora.id);
    expect(log.map(({ action }) => action)).toContain('payroll.signed');
  });

  test('is asked again when their hours change after signing', async () => {
    await sign(nora);
    expect((await moveClockOut(stage.manager, nora, monday, '18:00')).status).toBe(201);
    const review = await ownReview(nora);
    expect([review.signState, review.signatures[0]?.isCurrent]).toEqual(['changed', false]);
    expect(review.signatures[0]?.paidMs).toBe(45 * hourMs);
    expect((await ownPeriod(nora)).toSign?.startsOn).toBe(lastWeek());
    expect((await sign(nora)).body.signState).toBe('signed');
  });

  test('can’t sign what changed since it was loaded', async () => {
    const { fingerprint } = await ownReview(nora);
    await moveClockOut(stage.manager, nora, monday, '18:00');
    const { status, body } = await nora.client.call(signPeriod, {
      body: { clientId: crypto.randomUUID(), period: lastWeek(), fingerprint, objection: null },
    });
    expect([status, body]).toMatchObject([
      409,
      { error: 'These hours have changed since you loaded them. Review them again.' },
    ]);
    expect((await ownReview(nora)).signatures).toEqual([]);
  });

  test('can’t sign a period that isn’t over, has an open request, or has no hours', async () => {
    const thisWeek = addDays(lastWeek(), 7);
    const body = (period: string, fingerprint: string) => ({
      clientId: crypto.randomUUID(),
      period,
      fingerprint,
      objection: null,
    });
    const { review } = await ownPeriod(nora, thisWeek);
    const early = await nora.client.call(signPeriod, {
      body: body(thisWeek, review?.fingerprint ?? ''),
    });
    expect([early.status, early.body]).toMatchObject([
      409,
      { error: 'There are no hours in this pay period.' },
    ]);
    await nora.client.call(correctHours, {
      body: {
        clientId: crypto.randomUUID(),
        userId: nora.id,
        reason: 'Forgot to punch',
        changes: [
          { act: 'add', kind: 'clock_in', at: at(addDays(monday, 5), '09:00') },
          { act: 'add', kind: 'clock_out', at: at(addDays(monday, 5), '11:00') },
        ],
      },
    });
    const pending = await ownReview(nora);
    expect(pending.flags).toContain('pending_request');
    const refused = await nora.client.call(signPeriod, {
      body: body(lastWeek(), pending.fingerprint),
    });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: 'A correction request is pending.' },
    ]);
    const unknown = await nora.client.call(signPeriod, {
      body: body(addDays(lastWeek(), 1), pending.fingerprint),
    });
    expect([unknown.status, unknown.body]).toMatchObject([
      404,
      { error: 'There is no pay period that starts on this day.' },
    ]);
    const nonsense = await nora.client.raw('POST', signPeriod.path, {
      body: { ...body(lastWeek(), 'x'), surprise: 1 },
    });
    expect(nonsense.status).toBe(400);
    expect((await ownReview(nora)).signatures).toEqual([]);
  });

  test('objects; the manager is notified, answers, and they are asked to sign', async () => {
    const lead = await stage.addEmployee({ firstName: 'Lead' });
    await stage.setManager(nora, lead);
    const { body } = await sign(nora, { objection: 'On Monday I stayed until six.' });
    expect(body.signState).toBe('objected');
    const notices = await lead.client.raw('GET', '/api/notifications');
    expect(JSON.stringify(notices.body)).toContain('objected to their hours');
    // What they wrote is on the page only.
    expect(JSON.stringify(notices.body)).not.toContain('until six');
    const blocked = await approve(lead, [nora]);
    expect([blocked.status, String(Object(blocked.body).error)]).toEqual([
      409,
      expect.stringContaining('The employee objected. Answer first.'),
    ]);
    const [objection] = (await reviewOf(lead, nora)).signatures;
    expect(objection?.words).toBe('On Monday I stayed until six.');
    const answered = await answer(lead, objection?.id ?? 0, 'The camera shows five.');
    expect([answered.status, answered.body.signState]).toEqual([201, 'answered']);
    expect((await answer(lead, objection?.id ?? 0)).status).toBe(409);
    const seen = await ownPeriod(nora);
    expect(seen.review?.signatures[0]?.answer?.words).toBe('The camera shows five.');
    expect(seen.toSign?.startsOn).toBe(lastWeek());
    expect((await sign(nora)).body.signState).toBe('signed');
  });

  test('is refetched after signing by those who review it, not by colleagues', async () => {
    const lead = await stage.addEmployee({ storeAccess: ['hyundai'] });
    await stage.setManager(nora, lead);
    const listen = ({ client }: StageUser) => client.socket();
    const reviewers = await Promise.all([nora, lead, stage.manager, stage.payroll].map(listen));
    const others = await Promise.all(
      [
        await stage.addEmployee(),
        await stage.addEmployee({ role: 'manager', storeAccess: ['hyundai'] }),
      ].map(listen),
    );
    await sign(nora);
    for (const socket of reviewers) {
      expect(await socket.next('payroll_changed')).toEqual({ period: lastWeek() });
    }
    // An approval is for everyone, and comes after it.
    await approve(lead, [nora]);
    for (const socket of others) {
      await socket.next('payroll_changed');
      expect(socket.frames.filter(({ type }) => type === 'payroll_changed')).toHaveLength(1);
    }
    for (const socket of [...reviewers, ...others]) socket.close();
  });

  test('objects as a general manager, and managers below them are not notified', async () => {
    const general = await stage.addEmployee({ role: 'general_manager' });
    await stage.work(general, monday, ['08:00', '12:00']);
    const above = await stage.addEmployee({ role: 'general_manager' });
    expect((await sign(general, { objection: 'I stayed until one.' })).status).toBe(201);
    const noticesOf = async ({ client }: StageUser) =>
      JSON.stringify((await client.raw('GET', '/api/notifications')).body);
    expect(await noticesOf(above)).toContain('objected to their hours');
    expect(await noticesOf(stage.manager)).not.toContain(`payee=${general.id}`);
  });

  test('can’t answer their own objection, and no one else who isn’t their manager can', async () => {
    const { body } = await sign(nora, { objection: 'One hour is missing.' });
    const id = body.signatures[0]?.id ?? 0;
    const stranger = await stage.addEmployee();
    const elsewhere = await stage.addEmployee({ role: 'manager', storeAccess: ['hyundai'] });
    for (const actor of [nora, stranger, elsewhere]) {
      expect((await answer(actor, id)).status).toBe(404);
    }
    expect((await ownReview(nora)).signState).toBe('objected');
    expect((await answer(stage.manager, id)).status).toBe(201);
  });

  test('a correction after an objection is an answer, too', async () => {
    await sign(nora, { objection: 'On Monday I stayed until six.' });
    await moveClockOut(stage.manager, nora, monday, '18:00');
    expect((await ownReview(nora)).signState).toBe('answered');
  });
});

describe('a manager', () => {
  test('approves one person, and the approval falls when the hours change', async () => {
    await sign(nora);
    expect((await approve(stage.manager, [nora])).body).toEqual({ approved: 1 });
    const review = await reviewOf(stage.manager, nora);
    expect(review.approval).toMatchObject({ state: 'approved', signed: true });
    expect(review.approval.by).toContain('Natalie');
    await moveClockOut(stage.manager, nora, monday, '18:00');
    expect((await reviewOf(stage.manager, nora)).approval.state).toBe('changed');
    expect((await approve(stage.manager, [nora])).body).toEqual({ approved: 1 });
    expect((await reviewOf(stage.manager, nora)).approval).toMatchObject({ signed: false });
    expect((await approve(stage.manager, [nora], { approved: false })).body).toEqual({
      approved: 1,
    });
    expect((await reviewOf(stage.manager, nora)).approval.state).toBe('open');
  });

  test('approves a team in one act: all of them, or no one', async () => {
    const omar = await stage.addEmployee();
    await stage.work(omar, monday, ['08:00', '12:00']);
    await sign(nora);
    await sign(omar);
    const stale = {
      period: lastWeek(),
      approved: true,
      people: [
        { id: nora.id, fingerprint: (await reviewOf(stage.manager, nora)).fingerprint },
        { id: omar.id, fingerprint: (await reviewOf(stage.manager, omar)).fingerprint },
      ],
    };
    await moveClockOut(stage.manager, omar, monday, '12:30');
    const refused = await stage.manager.client.raw('POST', '/api/payroll/approvals', {
      body: stale,
    });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringContaining('These hours have changed'),
    ]);
    expect((await reviewOf(stage.manager, nora)).approval.state).toBe('open');
    expect((await approve(stage.manager, [nora, omar])).body).toEqual({ approved: 2 });
    const { body } = await stage.manager.client.call(getTeamPeriod, {
      query: { period: lastWeek() },
    });
    const states = body.rows
      .filter(({ payee }) => [nora.id, omar.id].includes(payee.id))
      .map(({ approval, signState }) => [approval, signState]);
    expect(states).toEqual([
      ['approved', 'signed'],
      ['approved', 'changed'],
    ]);
  });

  test('who stands above an employee sees and approves them, whatever their role; no one else does', async () => {
    const lead = await stage.addEmployee();
    const above = await stage.addEmployee();
    await stage.setManager(nora, lead);
    await stage.setManager(lead, above);
    for (const actor of [lead, above]) {
      const { body } = await actor.client.call(getTeamPeriod, { query: { period: lastWeek() } });
      expect(body.rows.map(({ payee }) => payee.id)).toContain(nora.id);
      expect((await reviewOf(actor, nora)).may).toMatchObject({ approve: true, correct: false });
    }
    expect((await approve(lead, [nora])).status).toBe(200);
    const stranger = await stage.addEmployee();
    const denied = await stranger.client.call(getTeamPeriod, { query: {} });
    expect(denied.status).toBe(403);
    const elsewhere = await stage.addEmployee({ role: 'manager', storeAccess: ['hyundai'] });
    const { body: theirs } = await elsewhere.client.call(getTeamPeriod, {
      query: { period: lastWeek() },
    });
    expect(theirs.rows.map(({ payee }) => payee.id)).not.toContain(nora.id);
    const { fingerprint } = await reviewOf(lead, nora);
    for (const actor of [stranger, elsewhere]) {
      const seen = await actor.client.call(getPersonPeriod, {
        params: { id: nora.id },
        query: { period: lastWeek() },
      });
      expect(seen.status).toBe(404);
      const tried = await actor.client.raw('POST', '/api/payroll/approvals', {
        body: { period: lastWeek(), approved: false, people: [{ id: nora.id, fingerprint }] },
      });
      expect(tried.status).toBe(404);
    }
    expect((await reviewOf(lead, nora)).approval.state).toBe('approved');
  });

  test('never approves their own hours, also not with all rights', async () => {
    for (const actor of [stage.manager, stage.payroll]) {
      await stage.work(actor, monday, ['09:00', '12:00']);
      const { fingerprint, may } = await ownReview(actor);
      expect(may.approve).toBe(false);
      const { status } = await actor.client.raw('POST', '/api/payroll/approvals', {
        body: { period: lastWeek(), approved: true, people: [{ id: actor.id, fingerprint }] },
      });
      expect(status).toBe(404);
    }
    expect((await ownReview(stage.manager)).approval.state).toBe('open');
    expect((await approve(stage.payroll, [stage.manager])).status).toBe(200);
  });

  test('can’t approve while a clock-out is missing', async () => {
    await moveClockOut(stage.manager, nora, monday, '17:30');
    const omar = await stage.addEmployee();
    const punched = await stage.manager.client.call(correctHours, {
      body: {
        clientId: crypto.randomUUID(),
        userId: omar.id,
        reason: 'Phone was empty',
        changes: [{ act: 'add', kind: 'clock_in', at: at(monday, '08:00') }],
      },
    });
    expect(punched.status).toBe(201);
    const review = await reviewOf(stage.manager, omar);
    expect(review.flags).toEqual(['no_clock_out']);
    expect(review.may.approvalWaitsFor).toBe('A clock-out is missing. Correct it first.');
  });
});

test('everyone with hours is asked once to sign, soon after the period has ended', async () => {
  const { platform } = stage;
  const parts = { platform, db: platform.db as PayrollDb, timeOff: async () => [] };
  const omar = await stage.addEmployee();
  const noticesOf = async ({ client }: StageUser) =>
    JSON.stringify((await client.raw('GET', '/api/notifications')).body).split('Sign your hours')
      .length - 1;
  const sunday = Date.parse(at(addDays(lastWeek(), 7), '12:00'));
  await askToSign(parts, sunday + 5 * 86_400_000);
  expect(await noticesOf(nora)).toBe(0);
  await askToSign(parts, sunday);
  await askToSign(parts, sunday + 3_600_000);
  expect([await noticesOf(nora), await noticesOf(omar)]).toEqual([1, 0]);
  await sign(nora);
  expect(await noticesOf(nora)).toBe(0);
});

describe('at once', () => {
  test('signing and correcting: the signature is of the hours before or is refused', async () => {
    const { fingerprint } = await ownReview(nora);
    const body = {
      clientId: crypto.randomUUID(),
      period: lastWeek(),
      fingerprint,
      objection: null,
    };
    const [signed, corrected] = await Promise.all([
      nora.client.call(signPeriod, { body }),
      moveClockOut(stage.manager, nora, monday, '18:00'),
    ]);
    expect(corrected.status).toBe(201);
    const review = await ownReview(nora);
    if (signed.status === 201) {
      expect(review.signState).toBe('changed');
      expect(review.signatures[0]?.paidMs).toBe(45 * hourMs);
    } else {
      expect([signed.status, review.signState]).toEqual([409, 'none']);
    }
    expect(review.statement.period.startsOn <= today()).toBe(true);
  });

  test('the same signature sent twice is one', async () => {
    const { fingerprint } = await ownReview(nora);
    const body = {
      clientId: crypto.randomUUID(),
      period: lastWeek(),
      fingerprint,
      objection: null,
    };
    const send = () => nora.client.call(signPeriod, { body });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await ownReview(nora)).signatures).toHaveLength(1);
  });
});
