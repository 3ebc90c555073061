import fs from 'node:fs';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { readAllNotifications, removeAllNotifications } from '../contract.ts';
import { type Notice, withdraw } from '../server/public.ts';
import { age, hire, notice, notifyUsers, runJob, type TestUser } from './stage.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const digestNotice = (userId: number, fields: Partial<Notice> = {}) =>
  notice([userId], { deliver: { push: false, digest: true }, ...fields });

async function mailsTo({ username }: TestUser): Promise<Email[]> {
  const folder = path.join(forecourt.dataDir, 'outbox');
  const files = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const mails = await Promise.all(
    files.map((file) => PostalMime.parse(fs.readFileSync(path.join(folder, file)))),
  );
  return mails.filter(({ to }) => to?.[0]?.address === `${username}@example.com`);
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
    const one = await hire(forecourt);
    const link = '/?channel=sales&message=1';
    await notifyUsers(
      forecourt,
      digestNotice(one.id, { title: 'Ann <b>', message: 'x'.repeat(60), actionUrl: link }),
    );
    await notifyUsers(forecourt, digestNotice(one.id, { title: 'Bob', urgent: true }));
    await notifyUsers(forecourt, notice([one.id], { title: 'never mailed' }));
    await age(forecourt, one.id, 14 * 60);
    await digest();
    expect(await mailsTo(one)).toEqual([]);
    await age(forecourt, one.id, 2 * 60);
    await digest();
    await digest();
    const [mail, ...others] = await mailsTo(one);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('2 unread notifications in Forecourt');
    expect(mail?.text).toContain('Hello Nora');
    expect(mail?.text).toContain(`${'x'.repeat(50)}…\n${forecourt.url}${link}`);
    expect(mail?.text).toContain('Urgent: Bob');
    expect(mail?.text).not.toContain('never mailed');
    expect(mail?.html).toContain('Ann &lt;b&gt;');
    expect(mail?.html).toContain(`href="${forecourt.url}/?channel=sales&amp;message=1"`);
  });

  test('is not mailed after it was read, removed or withdrawn', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => hire(forecourt)));
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
    expect(await Promise.all(people.map(async (one) => (await mailsTo(one)).length))).toEqual([
      0, 0, 0, 1,
    ]);
  });

  test('lists 20 and counts the rest', async () => {
    const one = await hire(forecourt);
    const notices = Array.from({ length: 25 }, (_, n) =>
      digestNotice(one.id, { title: `No. ${n}.` }),
    );
    await notifyUsers(forecourt, ...notices);
    await age(forecourt, one.id, 16 * 60);
    await digest();
    const [mail] = await mailsTo(one);
    expect(mail?.text?.match(/No\. \d+\./g)).toHaveLength(20);
    expect(mail?.text).toContain('… and 5 more in Forecourt.');
    expect(mail?.html).toContain('… and 5 more in Forecourt.');
  });

  test('is not mailed to a deactivated user', async () => {
    const gone = await hire(forecourt);
    await notifyUsers(forecourt, digestNotice(gone.id));
    await age(forecourt, gone.id, 16 * 60);
    const { db } = forecourt.platform;
    await db.updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute();
    await digest();
    expect(await mailsTo(gone)).toEqual([]);
  });
});
