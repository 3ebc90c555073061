import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { download } from '../../attachments/test/uploadCalls.ts';
import { getDocument, listDocuments } from '../contract.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt({
    database: 'empty',
    env: { SEED: 'demo', ALLOW_DEMO_ACCOUNTS_ON_NETWORK: '1' },
  });
});
afterAll(() => forecourt.stop());

test('the demo group has documents in every cabinet, with files that open, and scans that name their deal', async () => {
  const admin = await forecourt.signIn('admin');
  const list = async (query: object) =>
    (await admin.call(listDocuments, { query: { limit: 200, ...query } as never })).body;
  const filed = await list({});
  expect(new Set(filed.map(({ cabinet }) => cabinet))).toEqual(
    new Set(['deals', 'service', 'parts', 'accounts_payable', 'policies']),
  );
  expect(new Set(filed.map(({ store }) => store))).toEqual(
    new Set(['ford', 'hyundai', 'chevrolet', null]),
  );
  const [order] = filed.filter(({ type }) => type === 'buyers_order');
  const file = await download(
    forecourt,
    admin,
    `/api/documents/${order?.id}/versions/1/file?use=view`,
  );
  expect([file.status, file.type, file.bytes.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
  const [scan] = await list({ scope: 'inbox' });
  const params = { documentId: scan?.id ?? 0 };
  await eventually(async () => {
    const { body } = await admin.call(getDocument, { params });
    return body.hasThumbnail && body.proposals.some(({ link }) => link.kind === 'deal');
  }, 'Nothing was proposed for the scan');
  const found = await list({ q: `${order?.number} buyer` });
  expect(found.map(({ id }) => id)).toContain(order?.id);
});
