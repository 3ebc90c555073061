import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { Store } from '../../../platform/contract/access.ts';
import { insertChannel } from '../../chat/test/channelRows.ts';
import { addDocument, addVersion, getDocument, startUpload } from '../../documents/contract.ts';
import { confirm, inHours, listOpenNotices, newId } from '../../notices/test/stage.ts';
import { addUser, type TestUser } from '../../notifications/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import * as contract from '../contract.ts';

let forecourt: TestForecourt;
let hr: TestUser;
let ford: TestUser;
let hyundai: TestUser;
let channelId: string;

const rights = {
  pagePermissions: ['document_management', 'hr'],
  featurePermissions: ['view_data', 'create_records'],
  storeAccess: ['all'],
} satisfies Partial<NewUser>;

beforeAll(async () => {
  forecourt = await startForecourt();
  [hr, ford, hyundai] = [
    await addUser(forecourt, { ...rights, role: 'manager', department: 'hr' }),
    await addUser(forecourt, { storeAccess: ['ford'] }),
    await addUser(forecourt, { storeAccess: ['hyundai'] }),
  ];
  const members = [hr, ford, hyundai].map(({ username }) => username);
  channelId = await insertChannel(forecourt, 'private', members);
});
afterAll(() => forecourt.stop());

async function upload(client: Client, content: string): Promise<string> {
  const uploadId = randomUUID();
  const body = { fileName: 'policy.txt', sizeBytes: Buffer.byteLength(content) };
  await client.call(startUpload, { params: { uploadId }, body });
  const path = `/api/documents/uploads/${uploadId}/pieces/0`;
  expect((await client.raw('PUT', path, { body: content })).status).toBe(200);
  return uploadId;
}

async function addPolicy({ client }: TestUser, store: Store | null): Promise<number> {
  const facts = { title: 'Key control', cabinet: 'policies', type: 'policy', store } as const;
  const uploadId = await upload(client, `Keys are signed out. ${randomUUID()}`);
  const { status, body } = await client.call(addDocument, {
    body: { clientId: randomUUID(), uploadId, ...facts },
  });
  expect(status).toBe(201);
  return body.id;
}

function ask({ client }: TestUser, documentId: number, fields: object = {}) {
  const body = { clientMsgId: newId(), versionNumber: 1, channelId, dueAt: inHours(24), ...fields };
  return client.call(contract.askAcknowledgment, { params: { documentId }, body });
}

const list = async ({ client }: TestUser, documentId: number) =>
  client.call(contract.listAcknowledgments, { params: { documentId } });

describe('a policy', () => {
  test('is acknowledged by everyone who was asked, each once', async () => {
    const documentId = await addPolicy(hr, null);
    const clientMsgId = newId();
    const { status, body } = await ask(hr, documentId, { clientMsgId, note: 'New rule.' });
    expect([status, body]).toMatchObject([
      201,
      { versionNumber: 1, channelId, total: 2, confirmed: 0 },
    ]);
    const [notice] = await listOpenNotices(ford.client);
    expect(notice).toMatchObject({ noticeId: body.noticeId, kind: 'policy', title: 'Key control' });
    expect(notice?.text).toMatch(
      /^New rule\.\n\nRead version 1 of “Key control”: http\S+\/api\/documents\/\d+\/versions\/1\/file\?use=view\nSHA-256 [0-9a-f]{64}$/,
    );
    expect((await ask(hr, documentId, { clientMsgId })).body).toEqual(body);

    await confirm(ford.client, body.noticeId);
    const { body: shown } = await list(hr, documentId);
    expect(shown).toMatchObject({
      may: { ask: true },
      acknowledgments: [{ total: 2, confirmed: 1 }],
    });
    expect(shown.acknowledgments).toHaveLength(1);
  });

  test('can be read by those who are asked, and they see their own request only', async () => {
    const documentId = await addPolicy(hr, null);
    const params = { documentId };
    expect((await ford.client.call(getDocument, { params })).status).toBe(200);
    expect((await list(ford, documentId)).body).toEqual({
      acknowledgments: [],
      may: { ask: false },
    });
    const audience = { departments: [], stores: ['hyundai'], roles: [] };
    await ask(hr, documentId, { audience });
    expect((await list(hyundai, documentId)).body.acknowledgments).toHaveLength(1);
    expect((await list(ford, documentId)).body.acknowledgments).toEqual([]);
  });

  test('opens from the notice for those who are asked, and for no one of another store', async () => {
    const documentId = await addPolicy(hr, 'ford');
    await ask(hr, documentId);
    const [notice] = await listOpenNotices(ford.client);
    const path = /\/api\/documents\S+/.exec(notice?.text ?? '')?.[0] ?? '';
    const opened = await ford.client.raw('GET', path);
    expect([opened.status, opened.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^inline/),
    ]);
    expect((await hyundai.client.raw('GET', path)).status).toBe(404);
  });

  test('of one store is asked of its people only, and does not exist for others', async () => {
    const documentId = await addPolicy(hr, 'ford');
    expect((await list(hyundai, documentId)).status).toBe(404);
    expect((await list(ford, documentId)).status).toBe(200);
    const everywhere = { departments: [], stores: ['ford', 'hyundai'], roles: [] };
    const { status, body } = await ask(hr, documentId, { audience: everywhere });
    expect([status, body]).toMatchObject([
      400,
      { error: 'This policy belongs to one store. Ask only people who work there.' },
    ]);
    expect((await ask(hr, documentId)).body).toMatchObject({ total: 1 });
  });

  test('is asked for in its current version only', async () => {
    const documentId = await addPolicy(hr, null);
    const clientMsgId = newId();
    const first = await ask(hr, documentId, { clientMsgId });
    expect(first.status).toBe(201);
    const uploadId = await upload(hr.client, `Keys stay in the box. ${randomUUID()}`);
    const added = await hr.client.call(addVersion, {
      params: { documentId },
      body: { version: 1, uploadId },
    });
    expect(added.status).toBe(201);
    // Sent again, because the answer got lost: the first one, and no second request.
    const repeated = await ask(hr, documentId, { clientMsgId });
    expect([repeated.status, repeated.body]).toEqual([201, first.body]);
    expect((await list(hr, documentId)).body.acknowledgments).toHaveLength(1);
    expect((await ask(hr, documentId)).status).toBe(409);
    expect((await ask(hr, documentId, { versionNumber: 2 })).body).toMatchObject({
      versionNumber: 2,
    });
  });
});

describe('asking', () => {
  test('is for managers who file policies', async () => {
    const documentId = await addPolicy(hr, null);
    const colleague = await addUser(forecourt, { ...rights, department: 'hr' });
    const seller = await addUser(forecourt, { ...rights, role: 'manager', department: 'sales' });
    expect((await ask(seller, documentId)).status).toBe(403);
    // Not a member of the conversation, and not a manager.
    expect((await ask(colleague, documentId)).status).toBe(404);
    expect((await list(colleague, documentId)).body.may).toEqual({ ask: false });
    expect((await list(seller, documentId)).body.may).toEqual({ ask: false });
    expect((await list(hr, documentId)).body.may).toEqual({ ask: true });
    expect((await list(hr, documentId)).body.acknowledgments).toEqual([]);
  });

  test('is refused for what is not a policy, and for a time that has passed', async () => {
    const documentId = await addPolicy(hr, null);
    const { status } = await ask(hr, documentId, { dueAt: inHours(-1) });
    expect(status).toBe(400);
    expect((await ask(hr, 2_000_000_000)).status).toBe(404);
    expect((await list(hr, documentId)).body.acknowledgments).toEqual([]);
  });
});
