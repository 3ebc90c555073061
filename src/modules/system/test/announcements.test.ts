import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import { listNotifications } from '../../notifications/contract.ts';
import { sendAnnouncement } from '../contract/announcements.ts';

let stage: AdminStage;
let manager: Awaited<ReturnType<AdminStage['addUser']>>;
beforeAll(async () => {
  stage = await openAdminStage();
  manager = await stage.addUser({ pagePermissions: ['system_management'], firstName: 'Kim' });
});
afterAll(() => stage.stop());

const announcement = (fields: object = {}) => ({
  clientId: randomUUID(),
  title: 'Maintenance at 6 PM',
  message: 'Forecourt restarts at 6 PM. Save your work.',
  type: 'warning' as const,
  ...fields,
});
const send = (body: object, by = manager) =>
  by.client.call(sendAnnouncement, { body: body as never });
const titlesOf = async ({ client }: Pick<typeof manager, 'client'>) =>
  (await client.call(listNotifications, { query: {} as never })).body.notifications.map(
    ({ title }) => title,
  );

test('reaches everyone signed in, as an alert and in their notifications, and is logged', async () => {
  const [reader, signedOut, waiting] = [
    await stage.addUser(),
    await stage.addUser(),
    await stage.addUser({ pending: true }),
  ];
  await sql`update sessions set ended_at = now() where user_id = ${signedOut.id}`.execute(
    stage.platform.db,
  );
  const sockets = await Promise.all([reader, manager].map(({ client }) => client.socket()));
  const { status, body } = await send(announcement());
  expect(status).toBe(201);
  for (const socket of sockets) {
    expect(await socket.next('alert')).toMatchObject({
      id: expect.any(String),
      timestamp: expect.any(String),
      title: 'Maintenance at 6 PM',
      message: 'Forecourt restarts at 6 PM. Save your work.',
      type: 'warning',
    });
    expect(await socket.next('notifications_changed')).toMatchObject({ unread: 1 });
    expect(socket.frames.some(({ type }) => type === 'notification')).toBe(false);
    socket.close();
  }
  expect(body.people).toBeGreaterThanOrEqual(3);
  expect(await titlesOf(reader)).toEqual(['Maintenance at 6 PM']);
  const { rows } = await sql<{ user_id: number }>`select user_id from notifications
    where title = 'Maintenance at 6 PM'`.execute(stage.platform.db);
  const recipients = rows.map(({ user_id }) => user_id);
  expect(recipients).not.toContain(signedOut.id);
  expect(recipients).not.toContain(waiting.id);
  expect(recipients).toHaveLength(body.people);

  const log = await sql<{ actor_name: string; subject_name: string; after: object }>`
    select actor_name, subject_name, after from activity_log where action = 'announcement.sent'`.execute(
    stage.platform.db,
  );
  expect(log.rows).toMatchObject([
    {
      actor_name: expect.stringMatching(/^Kim /),
      subject_name: 'Maintenance at 6 PM',
      after: { type: 'warning', people: body.people },
    },
  ]);
});

test('is one announcement when the same request arrives again', async () => {
  const reader = await stage.addUser();
  const body = announcement({ title: 'Once' });
  expect((await send(body)).body.people).toBeGreaterThan(0);
  expect((await send(body)).body.people).toBe(0);
  expect(await titlesOf(reader)).toEqual(['Once']);
});

test('needs a title and a message, and takes no other types', async () => {
  const reader = await stage.addUser();
  for (const [field, value] of [
    ['title', '  '],
    ['message', ''],
    ['title', 'x'.repeat(101)],
    ['message', 'x'.repeat(1_001)],
    ['type', 'error'],
    ['clientId', 'one'],
  ] as const) {
    const { status, body } = await send(announcement({ [field]: value }));
    expect([field, status]).toEqual([field, 400]);
    expect(body).toMatchObject({ fields: { [field]: expect.any(String) } });
  }
  expect(await titlesOf(reader)).toEqual([]);
});

test('is for administrators and those who manage the system only', async () => {
  expect((await send(announcement(), stage.admin)).status).toBe(201);
  const overseer = await stage.addUser({
    pagePermissions: ['admin_panel', 'system_overview', 'user_management'],
  });
  const manager = await stage.addUser({ role: 'general_manager' });
  for (const by of [overseer, manager]) {
    expect((await send(announcement(), by)).status).toBe(403);
  }
});
