import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import { readTimezone, setTimezone, timezones } from '../contract.ts';

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.stop());

describe('the group time zone', () => {
  test('defaults to Pacific, and every approved user can read it', async () => {
    const { client } = await stage.addUser();
    const { body } = await client.raw('GET', '/api/system/timezone');
    expect(body).toEqual({ timezone: 'America/Los_Angeles' });
    expect(timezones.map(({ label, abbreviation }) => `${label} ${abbreviation}`)).toEqual([
      'Pacific PT',
      'Mountain MT',
      'Central CT',
      'Eastern ET',
      'Arizona MST',
      'Alaska AKST',
      'Hawaii HST',
    ]);
  });

  test('is set by system management, published to everyone, and logged once', async () => {
    const { client, id } = await stage.addUser({ pagePermissions: ['system_management'] });
    const colleague = await (await stage.addUser()).client.socket();
    const body = { timezone: 'America/New_York' as const };
    expect(await client.call(setTimezone, { body })).toMatchObject({ status: 200, body });
    expect(await colleague.next('timezone_changed')).toEqual(body);
    colleague.close();
    await client.call(setTimezone, { body });
    expect((await client.call(readTimezone)).body).toEqual(body);
    const rows = await stage.platform.db
      .selectFrom('activity_log')
      .selectAll()
      .where('action', '=', 'organization.timezone_changed')
      .execute();
    expect(rows).toMatchObject([
      { actor_id: id, before: { timezone: 'America/Los_Angeles' }, after: body },
    ]);
  });

  test('cannot be set by anyone else, nor to a zone that is not offered', async () => {
    const { client } = await stage.addUser({ role: 'executive', pagePermissions: ['admin_panel'] });
    const body = { timezone: 'America/Denver' as const };
    expect((await client.call(setTimezone, { body })).status).toBe(403);
    const { client: admin } = stage.admin;
    for (const timezone of ['Europe/Paris', 'PT', '', 7]) {
      const response = await admin.raw('POST', '/api/system/timezone', { body: { timezone } });
      expect([timezone, response.status]).toEqual([timezone, 400]);
    }
  });
});
