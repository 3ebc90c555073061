import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestOf } from '../../../platform/contract/endpoint.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { deleteView, listViews, saveView } from '../contract/views.ts';
import { type DocumentStage, openDocumentStage } from './stage.ts';

let stage: DocumentStage;
let clerk: StageUser;
let colleague: StageUser;
let elsewhere: StageUser;

beforeAll(async () => {
  stage = await openDocumentStage();
  clerk = await stage.addEmployee('back_office');
  colleague = await stage.addEmployee('finance');
  elsewhere = await stage.addEmployee('finance', { storeAccess: ['hyundai'] });
});
afterAll(() => stage.stop());

type NewView = RequestOf<typeof saveView>['body'];
const save = ({ client }: StageUser, body: NewView) => client.call(saveView, { body });
const namesOf = async ({ client }: StageUser) =>
  (await client.call(listViews)).body.map(({ name, isOwn }) => [name, isOwn]);

describe('a saved view', () => {
  test('keeps the filters of the list, and replaces the one of its name', async () => {
    const filters = { cabinet: 'deals', type: 'title', datedIn: '2026-11' } as const;
    const first = await save(clerk, { name: 'Titles', store: null, filters });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ name: 'Titles', filters, isOwn: true });
    const second = await save(clerk, { name: 'Titles', store: null, filters: { q: 'título' } });
    expect(second.body).toMatchObject({ id: first.body.id, filters: { q: 'título' } });
    expect(await namesOf(clerk)).toEqual([['Titles', true]]);
  });

  test('is one’s own, unless it is shared with a store', async () => {
    const body = { name: 'To file', store: 'ford', filters: { scope: 'inbox' } } as const;
    expect((await save(clerk, body)).status).toBe(200);
    expect(await namesOf(colleague)).toEqual([['To file', false]]);
    expect(await namesOf(elsewhere)).toEqual([]);
  });

  test('is shared only with one’s own stores', async () => {
    const body = { name: 'Theirs', store: 'ford', filters: {} } as const;
    const refused = await save(elsewhere, body);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ fields: { store: 'Choose one of your stores' } });
    expect(await namesOf(elsewhere)).toEqual([]);
  });

  test('is deleted only by its owner', async () => {
    const body = { name: 'Mine', store: 'ford', filters: {} } as const;
    const { id: viewId } = (await save(clerk, body)).body;
    const params = { viewId };
    expect((await colleague.client.call(deleteView, { params })).status).toBe(404);
    expect((await clerk.client.call(deleteView, { params })).status).toBe(200);
    expect(await namesOf(clerk)).not.toContainEqual(['Mine', true]);
  });

  test('is for those who read documents', async () => {
    const outsider = await stage.addEmployee('sales', { pagePermissions: ['dashboard'] });
    expect((await outsider.client.call(listViews)).status).toBe(403);
    const body = { name: 'None', store: null, filters: {} };
    expect((await save(outsider, body)).status).toBe(403);
  });
});
