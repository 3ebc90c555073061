import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stores } from '../../../platform/contract/access.ts';
import { shortDay } from '../../../platform/contract/calendar.ts';
import { addDays, dateAt, dayStart, instantOf } from '../../../platform/contract/wallTime.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { createChannel } from '../../chat/contract/channels.ts';
import { listMessages, postMessage } from '../../chat/contract.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { listBriefs, setBrief } from '../contract/plans.ts';
import { postDue } from '../server/brief/postDue.ts';
import { readMorning } from '../server/brief/read.ts';

let stage: AdminStage;
let gm: StageUser;
let employee: StageUser;
let channelId: string;

const reader = {
  pagePermissions: ['reports' as const],
  featurePermissions: ['view_data' as const],
  storeAccess: ['ford' as const],
};
beforeAll(async () => {
  stage = await openAdminStage();
  // Leaves only the team channels created here.
  await sql`update chat_channels set archived_at = now(), archived_by = ${stage.admin.id}
    where type = 'team' and department is null`.execute(stage.platform.db);
  gm = await stage.addUser({ ...reader, role: 'general_manager' });
  employee = await stage.addUser(reader);
  const body = { type: 'team' as const, name: 'Ford people', store: 'ford' as const };
  const created = await gm.client.call(createChannel, {
    body: { clientId: randomUUID(), ...body, description: '', userIds: [] },
  });
  expect(created.status).toBe(201);
  channelId = created.body.id;
});
afterAll(() => stage.stop());
beforeEach(async () => {
  await sql`delete from report_briefs`.execute(stage.platform.db);
  await sql`delete from report_brief_posts`.execute(stage.platform.db);
});

const read = async ({ client }: StageUser) => (await client.call(listBriefs)).body;
const set = ({ client }: StageUser, values: object = {}) =>
  client.call(setBrief, { body: { store: 'ford', isOn: true, at: null, version: 0, ...values } });
/** Tuesdays in the future, out of reach of the server’s own schedule. */
const days = [
  ...['2031-03-04', '2031-03-11', '2031-03-18', '2031-03-25', '2031-04-01', '2031-04-08'],
  ...['2031-04-15', '2031-04-22'],
];
let used = 0;
const nextDay = () => days[used++] ?? '2031-04-29';
const at = (day: string, time: string) => new Date(instantOf(defaultTimezone, `${day}T${time}`));
const run = (day: string, time: string) => postDue(stage.platform, at(day, time));
const realDay = `, ${shortDay(dateAt(defaultTimezone, Date.now()))}\n`;
const posts = async () => {
  const { body } = await employee.client.call(listMessages, { params: { channelId }, query: {} });
  const own = body.filter(({ content }) => content.includes('this morning**'));
  // The server’s own schedule may post today’s brief.
  return own.map(({ content }) => content).filter((content) => !content.includes(realDay));
};
/** The number of posts an action adds. */
async function added(act: () => Promise<unknown>): Promise<number> {
  const before = (await posts()).length;
  await act();
  return (await posts()).length - before;
}

describe('the daily brief', () => {
  test('is off until a store leader turns it on, and has a preview', async () => {
    const [brief, ...others] = await read(employee);
    expect(others).toEqual([]);
    expect(brief).toMatchObject({
      store: 'ford',
      isOn: false,
      at: null,
      version: 0,
      channel: 'Ford people',
      nextAt: null,
      may: { change: false },
    });
    expect(brief?.preview).toMatch(/^\*\*Ford this morning\*\* · \w+day, \w{3} \d+\n\n- /);
    const { status, body } = await set(gm, { at: '07:45' });
    expect([status, body.isOn, body.at, body.version]).toEqual([200, true, '07:45', 1]);
    expect(Date.parse(body.nextAt ?? '')).toBeGreaterThan(Date.now() - 2 * 60 * 60_000);
  });

  test('needs the current version to change, and is logged', async () => {
    await set(gm);
    expect((await set(gm, { isOn: false })).status).toBe(409);
    expect((await set(gm, { isOn: false, version: 1 })).body).toMatchObject({
      isOn: false,
      version: 2,
      nextAt: null,
    });
    const { rows } = await sql<{ after: object }>`
      select after from activity_log where action = 'reports.brief_set' and subject_id = 'ford'
        and actor_id = ${gm.id} order by id desc limit 1`.execute(stage.platform.db);
    expect(rows).toEqual([{ after: { isOn: false } }]);
  });

  test.each([
    ['by someone who does not lead the store', () => set(employee), 403],
    ['for another store', () => set(gm, { store: 'hyundai' }), 403],
    ['at an invalid time', () => set(gm, { at: '25:00' }), 400],
    ['with an unknown version', () => set(gm, { version: 3 }), 409],
  ])('is not set %s', async (_, act, status) => {
    expect((await act()).status).toBe(status);
    expect((await read(gm))[0]).toMatchObject({ isOn: false, version: 0 });
  });

  test('cannot be turned on without a team channel', async () => {
    const head = await stage.addUser({
      ...reader,
      role: 'executive' as const,
      storeAccess: ['all' as const],
    });
    const { status, body } = await set(head, { store: 'hyundai' });
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ error: expect.stringContaining('no team channel') }),
    ]);
    const [, hyundai] = await read(head);
    expect(hyundai).toMatchObject({ store: 'hyundai', channel: null, isOn: false });
    expect((await set(head, { store: 'hyundai', isOn: false })).status).toBe(200);
  });
});

describe('the morning post', () => {
  test('is posted once, when the store opens', async () => {
    await set(gm);
    const day = nextDay();
    expect(await added(() => run(day, '08:29'))).toBe(0);
    expect(await added(() => run(day, '08:30'))).toBe(1);
    expect(await added(() => run(day, '08:35'))).toBe(0);
    const [last] = (await posts()).slice(-1);
    expect(last).toContain('**Ford this morning** · Tuesday, Mar 4');
    expect(await added(() => run(addDays(day, 1), '08:30'))).toBe(1);
  });

  test('is posted once by several instances at the same time', async () => {
    await set(gm);
    const day = nextDay();
    const all = () => Promise.all([1, 2, 3, 4].map(() => run(day, '08:31')));
    expect(await added(all)).toBe(1);
  });

  test('is not duplicated when the server crashes before recording it', async () => {
    await set(gm);
    const day = nextDay();
    await run(day, '08:31');
    await sql`delete from report_brief_posts where day = ${day}::date`.execute(stage.platform.db);
    expect(await added(() => run(day, '08:36'))).toBe(0);
    const { rows } = await sql`select from report_brief_posts where day = ${day}::date`.execute(
      stage.platform.db,
    );
    expect(rows).toHaveLength(1);
  });

  test('is made up once after downtime within the grace period', async () => {
    await set(gm);
    const day = nextDay();
    expect(await added(() => run(day, '10:29'))).toBe(1);
    expect(await added(() => run(day, '10:29'))).toBe(0);
    // Earlier days are not made up.
    expect(await added(() => run(addDays(day, 3), '09:00'))).toBe(1);
    const { rows } = await sql<{ day: string }>`
      select day::text from report_brief_posts where day > '2031-01-01' order by day`.execute(
      stage.platform.db,
    );
    expect(rows.map((row) => row.day)).toEqual([day, addDays(day, 3)]);
  });

  test('is not posted on a closed day, too late, or while off', async () => {
    await set(gm);
    const day = nextDay();
    expect(await added(() => run(addDays(day, 5), '08:31'))).toBe(0);
    expect(await added(() => run(day, '10:31'))).toBe(0);
    await set(gm, { isOn: false, version: 1 });
    expect(await added(() => run(day, '08:31'))).toBe(0);
  });

  test('waits while the channel is archived, and is posted once it is back', async () => {
    await set(gm);
    const day = nextDay();
    const archive = (by: number | null) =>
      sql`update chat_channels
      set archived_at = ${by === null ? null : new Date()}, archived_by = ${by}
      where id = ${channelId}`.execute(stage.platform.db);
    await archive(gm.id);
    await run(day, '08:31');
    const { rows } = await sql`select from report_brief_posts`.execute(stage.platform.db);
    expect(rows).toEqual([]);
    expect((await read(gm))[0]).toMatchObject({ isOn: true, channel: null, nextAt: null });
    await archive(null);
    expect(await added(() => run(day, '08:36'))).toBe(1);
  });

  test('is not posted to a department or managers channel', async () => {
    const head = await stage.addUser({ ...reader, role: 'executive', storeAccess: ['all'] });
    for (const values of [{ department: 'sales' as const }, { minRole: 'manager' as const }]) {
      const body = {
        type: 'team' as const,
        name: `Chevrolet ${JSON.stringify(values)}`,
        ...values,
      };
      const { status } = await head.client.call(createChannel, {
        body: { clientId: randomUUID(), description: '', userIds: [], store: 'chevrolet', ...body },
      });
      expect(status).toBe(201);
    }
    expect((await set(head, { store: 'chevrolet' })).status).toBe(409);
  });
});

describe('its figures', () => {
  const zone = defaultTimezone;
  const now = new Date();
  const today = dateAt(zone, now.getTime());
  const since = addDays(today, -3);
  const day = (column: string) => sql`(${sql.ref(column)} at time zone ${zone})::date`;

  test.each([...stores])('match the records of %s', async (store) => {
    const { db } = stage.platform;
    const count = async (from: ReturnType<typeof sql>) =>
      (await sql<{ n: number }>`select count(*) as n from ${from}`.execute(db)).rows[0]?.n;
    const morning = await readMorning(db, store, { timezone: zone, today, since, now });
    const own = sql`store = ${store}`;
    const retail = sql`type in ('retail', 'lease') and status in ('delivered', 'funded')`;
    expect(morning.delivered).toBe(
      await count(sql`deals where ${own} and ${retail}
        and delivered_on between ${since}::date and ${today}::date - 1`),
    );
    expect(morning.units).toBe(
      await count(sql`deals where ${own} and ${retail} and delivered_on <= ${today}::date
        and to_char(delivered_on, 'YYYY-MM') = ${today.slice(0, 7)}`),
    );
    expect(morning.closed).toBe(
      await count(sql`repair_orders where ${own} and status = 'closed'
        and ${day('closed_at')} between ${since}::date and ${today}::date - 1`),
    );
    for (const kind of ['sales', 'service'] as const) {
      expect(morning[kind].length).toBe(
        await count(sql`customer_appointments where ${own} and kind = ${kind}
          and status in ('set', 'confirmed') and ${day('starts_at')} = ${today}::date`),
      );
    }
    expect(morning.toDeliver).toBe(
      await count(sql`deals where ${own} and type in ('retail', 'lease') and status = 'signed'`),
    );
    expect([morning.leads, morning.lateLeads]).toEqual([
      await count(sql`leads where ${own} and answered_at is null
        and status in ('new', 'attempted', 'contacted', 'appointment', 'showed')`),
      await count(sql`leads where ${own} and answered_at is null and due_at < ${now}
        and status in ('new', 'attempted', 'contacted', 'appointment', 'showed')`),
    ]);
    expect(morning.lateOrders).toBe(
      await count(sql`repair_orders where ${own} and status not in ('closed', 'void')
        and promised_at < ${now}`),
    );
    expect(morning.lateOutings).toBe(
      await count(sql`vehicle_outings where ${own} and in_at is null and due_at < ${now}`),
    );
    for (const [mark, reached] of [
      [60, morning.reach60],
      [90, morning.reach90],
    ] as const) {
      expect(reached).toBe(
        await count(sql`stock_units where ${own} and class = 'retail' and place <> 'in_transit'
          and status not in ('delivered', 'wholesale', 'transferred', 'sold')
          and acquired_on + ${mark}::integer between ${today}::date and ${today}::date + 6`),
      );
    }
  });

  test('count open requests, except in managers channels and archived channels', async () => {
    const head = await stage.addUser({ ...reader, role: 'executive', storeAccess: ['all'] });
    const { db } = stage.platform;
    const requests = async () => {
      const morning = await readMorning(db, 'ford', { timezone: zone, today, since, now });
      return [morning.requests, morning.overdue];
    };
    const before = await requests();
    const addRequest = async (values: object) => {
      const { body: channel } = await head.client.call(createChannel, {
        body: {
          clientId: randomUUID(),
          type: 'team' as const,
          store: 'ford' as const,
          name: `Ford ${JSON.stringify(values)}`,
          description: '',
          userIds: [],
          ...values,
        },
      });
      const params = { channelId: channel.id };
      const message = { content: 'A key', messageType: 'text' as const, clientMsgId: randomUUID() };
      const { body: posted } = await head.client.call(postMessage, { params, body: message });
      await sql`insert into chat_requests
          (message_id, channel_id, kind, status, asked_at, asked_by, due_at)
        values (${posted.id}, ${channel.id}, 'other', 'open', ${now}, ${head.id},
          ${now}::timestamptz - interval '1 minute')`.execute(db);
      return channel.id;
    };
    await addRequest({ minRole: 'manager' });
    expect(await requests()).toEqual(before);
    const sales = await addRequest({ department: 'sales' });
    expect(await requests()).toEqual(before.map((count) => count + 1));
    await sql`update chat_channels set archived_at = now(), archived_by = ${head.id}
      where id = ${sales}`.execute(db);
    expect(await requests()).toEqual(before);
  });

  test('are not empty for the demo group', async () => {
    const all = await Promise.all(
      stores.map((store) =>
        readMorning(stage.platform.db, store, { timezone: zone, today, since, now }),
      ),
    );
    const sum = (of: (one: (typeof all)[number]) => number) =>
      all.reduce((total, one) => total + of(one), 0);
    expect(sum(({ units, delivered }) => units + delivered)).toBeGreaterThan(0);
    expect(
      sum(({ lateOrders, leads, slowVehicles }) => lateOrders + leads + slowVehicles),
    ).toBeGreaterThan(0);
    expect(dayStart(zone, today)).toBeLessThanOrEqual(now.getTime());
  });

  test('contain no customer names or amounts', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct last_name as name from customers where char_length(last_name) > 4`.execute(
      stage.platform.db,
    );
    const head = await stage.addUser({ ...reader, role: 'executive', storeAccess: ['all'] });
    const text = (await read(head)).map(({ preview }) => preview).join('\n');
    expect(text).not.toContain('$');
    expect(rows.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  });
});
