import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import { deleteUser, updateUser } from '../server/public.ts';

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.stop());

let count = 0;
const uniqueName = () => `Quill ${++count}`;
const shown = async (...ids: number[]) =>
  Promise.all(ids.map(async (id) => (await stage.row(id)).shown_name));

describe('two people with the same name', () => {
  test('are shown with their usernames everywhere, until one is renamed', async () => {
    const lastName = uniqueName();
    const one = await stage.addUser({ firstName: 'Renée', lastName });
    expect(await shown(one.id)).toEqual([`Renée ${lastName}`]);
    const other = await stage.addUser({ firstName: 'Renee', lastName: lastName.toUpperCase() });
    const marked = [
      `Renée ${lastName} (@${one.username})`,
      `Renee ${lastName.toUpperCase()} (@${other.username})`,
    ];
    expect(await shown(one.id, other.id)).toEqual(marked);

    const { body: list } = await stage.admin.client.raw(
      'GET',
      `/api/users?search=${other.username}@`,
    );
    expect(list.users[0].shownName).toBe(marked[1]);
    const posted = await one.client.raw('POST', '/api/chat/messages/general', {
      body: {
        content: 'Who is who?',
        messageType: 'text',
        clientMsgId: '0198e000-0000-7000-8000-00000000a001',
      },
    });
    expect([posted.status, posted.body.senderName]).toEqual([201, marked[0]]);
    const page = await other.client.raw('GET', '/api/chat/messages/general');
    expect(page.body.at(-1)).toMatchObject({ senderName: marked[0], senderInitials: 'RQ' });

    await updateUser(stage.platform.db, other.id, { firstName: 'Rena' });
    expect(await shown(one.id, other.id)).toEqual([
      `Renée ${lastName}`,
      `Rena ${lastName.toUpperCase()}`,
    ]);
  });

  test('one of them pending: only that one has the username', async () => {
    const lastName = uniqueName();
    const one = await stage.addUser({ lastName });
    const pendingUser = await stage.addUser({ lastName, pending: true });
    expect(await shown(one.id, pendingUser.id)).toEqual([
      `Nora ${lastName}`,
      `Nora ${lastName} (@${pendingUser.username})`,
    ]);
    await updateUser(stage.platform.db, pendingUser.id, { pending: false });
    expect((await shown(one.id))[0]).toBe(`Nora ${lastName} (@${one.username})`);
  });

  test('one of them deleted: the other needs no username', async () => {
    const lastName = uniqueName();
    const [one, two] = [await stage.addUser({ lastName }), await stage.addUser({ lastName })];
    await deleteUser(stage.platform.db, two.id);
    expect(await shown(one.id)).toEqual([`Nora ${lastName}`]);
  });
});
