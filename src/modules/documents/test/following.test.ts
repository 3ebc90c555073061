import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentChanged } from '../contract/events.ts';
import { add, type DocumentStage, fetchDocument, openDocumentStage } from './stage.ts';

let stage: DocumentStage;
beforeAll(async () => {
  stage = await openDocumentStage();
});
afterAll(() => stage.stop());

test('those whose cabinet it is hear of a change without the page of documents, and no one else does', async () => {
  const finance = await stage.addEmployee('finance');
  const withoutPage = { pagePermissions: ['customer_management' as const] };
  const salesperson = await stage.addEmployee('sales', withoutPage);
  const technician = await stage.addEmployee('service', withoutPage);
  const elsewhere = await stage.addEmployee('sales', { ...withoutPage, storeAccess: ['hyundai'] });
  const near = await salesperson.client.socket();
  const far = [await technician.client.socket(), await elsewhere.client.socket()];
  const { id } = await add(finance);
  expect(await near.next(documentChanged.type)).toEqual({ id, cabinet: 'deals', store: 'ford' });
  expect((await fetchDocument(salesperson, id)).status).toBe(404);
  for (const { frames } of far)
    expect(frames.some(({ type }) => type === documentChanged.type)).toBe(false);
  for (const socket of [near, ...far]) socket.close();
});
