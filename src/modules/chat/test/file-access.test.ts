import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { discardUpload } from '../../attachments/contract.ts';
import { download, photo, putFile } from '../../attachments/test/uploadCalls.ts';
import { removeMember } from '../contract/channels.ts';
import { dm, idOf, sendFiles } from './chatCalls.ts';
import { privateChannel, removeMessage } from './personalCalls.ts';

let forecourt: TestForecourt;
let manager: Client;
let employee: Client;
let admin: Client;
let managerId: number;
let employeeId: number;
beforeAll(async () => {
  forecourt = await startForecourt();
  manager = await forecourt.signIn('manager');
  employee = await forecourt.signIn('employee');
  admin = await forecourt.signIn('admin');
  managerId = await idOf(forecourt, 'manager');
  employeeId = await idOf(forecourt, 'employee');
});
afterAll(() => forecourt.stop());

/** Who gets the file, in the order of the argument. */
async function statuses(address: string, ...clients: Client[]): Promise<number[]> {
  const responses = await Promise.all(
    clients.map((client) => download(forecourt, client, address)),
  );
  return responses.map(({ status }) => status);
}

describe('access to a file', () => {
  test('only the uploader, until a message has it', async () => {
    const { body } = await putFile(manager, 'a draft');
    expect(await statuses(body.url, manager, employee, admin)).toEqual([200, 404, 404]);
    expect(await statuses(body.url, forecourt.client())).toEqual([401]);
  });

  test('the two people of a direct channel, and no administrator', async () => {
    const picture = await photo(900, 900).jpeg().toBuffer();
    const { body } = await putFile(manager, picture);
    await sendFiles(manager, dm(managerId, employeeId), [body.id]);
    const small = body.thumbnailUrl ?? '';
    expect(await statuses(body.url, manager, employee, admin)).toEqual([200, 200, 404]);
    expect(await statuses(small, manager, employee, admin)).toEqual([200, 200, 404]);
  });

  test('its readers, once a message has it: the uploader can no longer discard it', async () => {
    const { body } = await putFile(manager, 'sent');
    await sendFiles(manager, 'general', [body.id]);
    const params = { uploadId: body.id };
    expect((await manager.call(discardUpload, { params })).status).toBe(409);
    expect(await statuses(body.url, manager, employee)).toEqual([200, 200]);
  });

  test('not after leaving the channel, even for the uploader', async () => {
    const channelId = await privateChannel(manager, [employeeId]);
    const theirs = await putFile(employee, 'of who leaves');
    const mine = await putFile(manager, 'of who stays');
    await sendFiles(employee, channelId, [theirs.body.id]);
    await sendFiles(manager, channelId, [mine.body.id]);
    expect(await statuses(theirs.body.url, employee, manager)).toEqual([200, 200]);
    await employee.call(removeMember, { params: { channelId, userId: employeeId } });
    expect(await statuses(theirs.body.url, employee, manager)).toEqual([404, 200]);
    expect(await statuses(mine.body.url, employee, manager)).toEqual([404, 200]);
  });

  test('anyone who can read one of the messages that have it', async () => {
    const channelId = await privateChannel(manager, []);
    const { body } = await putFile(manager, 'twice');
    await sendFiles(manager, channelId, [body.id]);
    expect(await statuses(body.url, employee)).toEqual([404]);
    const { id } = await sendFiles(manager, 'general', [body.id]);
    expect(await statuses(body.url, employee)).toEqual([200]);
    await removeMessage(manager, 'general', id);
    expect(await statuses(body.url, employee, manager)).toEqual([404, 200]);
  });

  test('no one once its message is deleted', async () => {
    const { body } = await putFile(manager, 'regretted');
    const { id } = await sendFiles(manager, 'general', [body.id]);
    expect(await statuses(body.url, employee)).toEqual([200]);
    await removeMessage(manager, 'general', id);
    expect(await statuses(body.url, employee, admin)).toEqual([404, 404]);
  });

  test('no one if it does not exist', async () => {
    const address = '/api/chat/files/0198a9f0-0000-7000-8000-000000000000';
    expect(await statuses(address, admin)).toEqual([404]);
    expect(await statuses(`${address}/thumbnail`, admin)).toEqual([404]);
    expect(await statuses('/api/chat/files/1', admin)).toEqual([400]);
  });
});

test('the file data in the message is what the uploader got', async () => {
  const { body } = await putFile(manager, await photo(900, 300).webp().toBuffer(), {
    name: 'w',
  });
  const { attachments } = await sendFiles(manager, 'general', [body.id]);
  expect(attachments).toEqual([body]);
});
