import fs from 'node:fs';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { readAllNotifications, removeAllNotifications } from '../contract.ts';
import { type Notice, withdraw } from '../server/public.ts';
import { addUser, age, notice, notifyUsers, runJob, type TestUser } from './stage.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const digestNotice = (userId: number, fields: Partial<Notice> = {}) =>
  notice([userId], { deliver: { push: false, digest: true }, ...fields });

async function emailsTo({ username }: TestUser): Promise<Email[]> {
  const folder = path.join(forecourt.dataDir, 'outbox');
  const files = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const emails = await Promise.all(
    files.map((file) => PostalMime.parse(fs.readFileSync(path.join(folder, file)))),
  );
  return emails.filter(({ to }) => to?.[0]?.address === `${username}@example.com`);
}

async function digest(): Promise<void> {
  await runJob(forecourt, 'notifications.digest');
  await vi.waitFor(async () => {
    const open = forecourt.platform.db.selectFrom('mail_outbox').where('sent_at', 'is', null);
    expect(await open.select('id').execute()).toEqual([]);
  }, 60_000);
}

describe('what stays unread for 15 minutes', () => {
  test('is sent in one email, once', async () => {
    const one = await addUser(forecourt);
    const link = '/?channel=sales&message=1';
    await notifyUsers(
      forecourt,
      digestNotice(one.id, { title: 'Ann <b>', message: 'x'.repeat(60), actionUrl: link }),
    );
    await notifyUsers(forecourt, digestNotice(one.id, { title: 'Bob', urgent: true }));
    await notifyUsers(forecourt, notice([one.id], { title: 'never mailed' }));
    await age(forecourt, one.id, 14 * 60);
    await digest();
    expect(await emailsTo(one)).toEqual([]);
    await age(forecourt, one.id, 2 * 60);
    await digest();
    await digest();
    const [email, ...others] = await emailsTo(one);
    expect(others).toEqual([]);
    expect(email?.subject).toBe('2 unread notifications in Forecourt');
    expect(email?.text).toContain('Hello Nora');
    expect(email?.text).toContain(`${'x'.repeat(50)}…\n${forecourt.url}${link}`);
    expect(email?.text).toContain('Urgent: Bob');
    expect(email?.text).not.toContain('never mailed');
    expect(email?.html).toContain('Ann &lt;b&gt;');
    expect(email?.html).toContain(`href="${forecourt.url}/?channel=sales&amp;message=1"`);
  });

  test('is not mailed after it was read, removed or withdrawn', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => addUser(forecourt)));
    const [reader, remover, withdrawn, waiting] = people;
    if (!reader || !remover || !withdrawn || !waiting) throw new Error('No users created');
    for (const { id } of people) {
      await notifyUsers(forecourt, digestNotice(id, { key: `mail:${id}` }));
      await age(forecourt, id, 16 * 60);
    }
    await reader.client.call(readAllNotifications, { body: {} });
    await remover.client.call(removeAllNotifications);
    await withdraw(forecourt.platform.db, { keys: [`mail:${withdrawn.id}`] });
    await digest();
    expect(await Promise.all(people.map(async (one) => (await emailsTo(one)).length))).toEqual([
      0, 0, 0, 1,
    ]);
  });

  test('lists 20 and counts the rest', async () => {
    const one = await addUser(forecourt);
    const notices = Array.from({ length: 25 }, (_, n) =>
      digestNotice(one.id, { title: `No. ${n}.` }),
    );
    await notifyUsers(forecourt, ...notices);
    await age(forecourt, one.id, 16 * 60);
    await digest();
    const [email] = await emailsTo(one);
    expect(email?.text?.match(/No\. \d+\./g)).toHaveLength(20);
    expect(email?.text).toContain('… and 5 more in Forecourt.');
    expect(email?.html).toContain('… and 5 more in Forecourt.');
  });

  test('is not mailed to a deactivated user', async () => {
    const inactiveUser = await addUser(forecourt);
    await notifyUsers(forecourt, digestNotice(inactiveUser.id));
    await age(forecourt, inactiveUser.id, 16 * 60);
    const { db } = forecourt.platform;
    await db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', inactiveUser.id)
      .execute();
    await digest();
    expect(await emailsTo(inactiveUser)).toEqual([]);
  });
});
