import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import * as admin from '../../admin/contract.ts';
import {
  changePassword,
  confirmEmail,
  getCurrentUser,
  login,
  register,
  requestPasswordReset,
  resendEmailConfirmation,
} from '../contract.ts';
import { mailboxOf } from '../server/email/confirmation.ts';
import { expireRegistrations } from '../server/email/expiry.ts';
import { emailsTo, tokenIn } from './mailbox.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const password = 'a quiet harbor 9';
let count = 0;
async function registerUser(
  email: string,
): Promise<{ client: Client; id: number; username: string }> {
  count += 1;
  const username = `stranger.${count}`;
  const client = forecourt.client();
  const name = { firstName: 'URGENT payroll', lastName: 'Notice' };
  const body = { ...name, username, email, password, department: 'parts' as const };
  const response = await client.call(register, { body });
  expect([response.status, response.body.emailConfirmed]).toEqual([201, false]);
  return { client, username, id: response.body.id };
}

const reset = (email: string) => forecourt.client().call(requestPasswordReset, { body: { email } });
const confirm = async (email: string) => {
  const [received] = await emailsTo(forecourt, email);
  return forecourt.client().call(confirmEmail, { body: { token: tokenIn(received) } });
};
const grants = {
  role: 'employee' as const,
  department: 'parts' as const,
  storeAccess: [],
  pagePermissions: ['dashboard' as const],
  featurePermissions: [],
};

describe('an unconfirmed address', () => {
  test('gets one email without user input, and no other until it is confirmed', async () => {
    const email = 'victim@third-party.example';
    const { client } = await registerUser(email);
    await registerUser('Victim+offer@third-party.example');
    await reset(email);
    const emails = await emailsTo(forecourt, email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Confirm your email address for Forecourt',
    ]);
    expect(`${emails[0]?.text} ${emails[0]?.html}`).not.toMatch(/URGENT|payroll|stranger/i);
    expect(await emailsTo(forecourt, 'victim+offer@third-party.example')).toEqual([]);

    expect((await confirm(email)).body).toMatchObject({ pending: true });
    expect((await client.call(getCurrentUser)).body).toMatchObject({
      emailConfirmed: true,
      pending: true,
    });
    await reset(email);
    expect(await emailsTo(forecourt, email)).toHaveLength(2);
  });

  test('gets no email about a new device or password if accounts need no approval', async () => {
    const open = await startForecourt({ env: { REGISTRATION: 'open' } });
    const email = 'somebody@third-party.example';
    const body = { firstName: 'Some', lastName: 'Body', username: 'some.body', email };
    await open.client().call(register, { body: { ...body, password, department: 'parts' } });
    const otherDevice = open.client();
    await otherDevice.call(login, { body: { username: 'some.body', password } });
    const changed = await otherDevice.call(changePassword, {
      body: { currentPassword: password, newPassword: `${password} and more` },
    });
    expect(changed.status).toBe(200);
    const emails = await emailsTo(open, email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Confirm your email address for Forecourt',
    ]);
    await open.stop();
  });

  test('is sent the link again at most twice a day, and only by its signed-in user', async () => {
    const email = 'twice@example.com';
    const { client } = await registerUser(email);
    expect((await forecourt.client().call(resendEmailConfirmation)).status).toBe(401);
    const responses = [];
    for (let n = 0; n < 4; n += 1)
      responses.push((await client.call(resendEmailConfirmation)).status);
    expect(responses).toEqual([202, 202, 429, 429]);
    expect(await emailsTo(forecourt, email)).toHaveLength(3);
    await confirm(email);
    expect((await client.call(resendEmailConfirmation)).status).toBe(409);
  });

  test('is not reserved: its owner can register, or be created by an administrator', async () => {
    const email = 'real.employee@example.com';
    const squatter = await registerUser(email);
    const by = await forecourt.signIn('admin');
    const body = {
      firstName: 'Rhea',
      lastName: 'Real',
      username: 'rhea.real',
      email,
      password,
      ...grants,
      isActive: true,
    };
    expect((await by.call(admin.createUser, { body })).status).toBe(201);
    const signedIn = await forecourt.client().call(login, { body: { username: email, password } });
    expect(signedIn.body.username).toBe('rhea.real');
    // Afterwards neither the link nor an administrator confirms it for the stranger.
    expect((await confirm(email)).status).toBe(409);
    const approval = await by.call(admin.approveRegistration, {
      params: { id: squatter.id },
      body: { ...grants, confirmEmail: true },
    });
    expect(approval.status).toBe(409);
  });

  test('that already has an account gets the same reply', async () => {
    await registerUser('manager@larkfield.example');
    const by = { username: 'manager@larkfield.example', password: 'forecourt-demo' };
    expect((await forecourt.client().call(login, { body: by })).body.username).toBe('manager');
  });

  test('is approved only if an administrator confirms it', async () => {
    const email = 'vouched@example.com';
    const { id } = await registerUser(email);
    const by = await forecourt.signIn('admin');
    const listed = (await by.call(admin.listRegistrations)).body.find((one) => one.id === id);
    expect(listed?.emailConfirmed).toBe(false);
    const refused = await by.raw('POST', `/api/admin/registrations/${id}/approval`, {
      body: grants,
    });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([409, ['confirmEmail']]);
    const approved = await by.call(admin.approveRegistration, {
      params: { id },
      body: { ...grants, confirmEmail: true },
    });
    expect(approved.body).toMatchObject({ pending: false, emailConfirmed: true });
  });

  test('expires with its account after seven days; a confirmed one stays', async () => {
    const [late, kept] = [
      await registerUser('late@example.com'),
      await registerUser('kept@example.com'),
    ];
    await confirm('kept@example.com');
    await sql`update users set unconfirmed_until = unconfirmed_until - interval '6 days 23 hours'
      where id in (${late.id}, ${kept.id})`.execute(forecourt.platform.db);
    await expireRegistrations(forecourt.platform);
    expect((await late.client.call(getCurrentUser)).status).toBe(200);
    await sql`update users set unconfirmed_until = unconfirmed_until - interval '2 hours'
      where id in (${late.id}, ${kept.id})`.execute(forecourt.platform.db);
    const listening = await late.client.socket({ path: '/' });
    expect(await expireRegistrations(forecourt.platform)).toBe(1);
    expect((await listening.next('force_logout')).reason).toMatch(/has expired/);
    expect((await late.client.call(getCurrentUser)).status).toBe(401);
    expect((await kept.client.call(getCurrentUser)).status).toBe(200);
  });
});

describe('a confirmation link', () => {
  test('works once; an unknown one never works', async () => {
    await registerUser('once@example.com');
    expect((await confirm('once@example.com')).status).toBe(200);
    expect((await confirm('once@example.com')).status).toBe(400);
    const token = 'x'.repeat(43);
    expect((await forecourt.client().call(confirmEmail, { body: { token } })).status).toBe(400);
  });
});

test.each([
  ['Ann.Lee+cars@Gmail.com', 'annlee@gmail.com'],
  ['ann.lee@googlemail.com', 'annlee@gmail.com'],
  ['ann.lee+x@example.com', 'ann.lee@example.com'],
  ['+only@example.com', '+only@example.com'],
])('%s is the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
