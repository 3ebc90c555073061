import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import { documentTypes } from '../../documents/contract.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { type Checklist, listChecklists, saveChecklist } from '../contract/checklist.ts';
import { type ChecklistKind, cabinetOf, conditionsOf, recordOf } from '../contract/kinds.ts';
import { backdate, fetchJacket, type JacketStage, openJacketStage, signedDeal } from './stage.ts';

let stage: JacketStage;
beforeAll(async () => {
  stage = await openJacketStage();
});
afterAll(() => stage.stop());

const today = dateAt(defaultTimezone, Date.now());

async function find(kind: ChecklistKind): Promise<Checklist> {
  const { body } = await stage.boss.client.call(listChecklists);
  const list = body.find((one) => one.kind === kind);
  if (!list) throw new Error(`No checklist of ${kind}`);
  return list;
}
const save = ({ kind, version }: Checklist, requirements: readonly object[]) =>
  stage.boss.client.call(saveChecklist, {
    params: { kind },
    body: { version, requirements } as never,
  });

describe('a checklist', () => {
  test('starts with documents and conditions that exist', async () => {
    const hr = await stage.addClerk({
      department: 'hr',
      pagePermissions: ['hr', 'document_management', 'customer_management'],
    });
    const [deals, hires] = [
      (await stage.boss.client.call(listChecklists)).body,
      (await hr.client.call(listChecklists)).body,
    ];
    expect([...deals, ...hires].map(({ kind }) => kind)).toEqual([
      ...['cash', 'finance', 'lease', 'wholesale', 'dealer_trade', 'repair_order', 'new_hire'],
    ]);
    for (const { kind, requirements } of [...deals, ...hires]) {
      const record = recordOf[kind];
      expect(requirements.length).toBeGreaterThan(2);
      for (const { type, condition } of requirements) {
        expect(Object.keys(documentTypes[cabinetOf[record]])).toContain(type);
        expect(conditionsOf[record]).toContain(condition);
      }
    }
  });

  test('is replaced, and every jacket follows, from the day each document is needed', async () => {
    const [old, fresh] = [
      await signedDeal(stage, { type: 'dealer_trade', method: 'cash' }),
      await signedDeal(stage, { type: 'dealer_trade', method: 'cash' }),
    ];
    await backdate(stage, old.id, 10);
    const list = await find('dealer_trade');
    const added = { type: 'delivery_checklist', condition: 'always', since: today };
    const saved = await save(list, [added, ...list.requirements.slice(1)]);
    expect(saved.status).toBe(200);
    const typesOf = async (id: number) =>
      (await fetchJacket(stage.boss, id)).body.items.map(({ type }) => type);
    const kept = ['odometer_disclosure', 'title'];
    expect(await typesOf(fresh.id)).toEqual(['delivery_checklist', ...kept]);
    expect(await typesOf(old.id)).toEqual(kept);
    const logged = await stage.platform.db
      .selectFrom('activity_log')
      .selectAll()
      .where('action', '=', 'jacket_checklist.changed')
      .where('subject_id', '=', 'dealer_trade')
      .execute();
    expect(logged).toMatchObject([{ actor_id: stage.boss.id }]);
    expect((await save(list, list.requirements)).status).toBe(409);
    expect((await find('dealer_trade')).requirements[0]).toEqual(added);
  });

  test.each([
    ['a document of another cabinet', [{ type: 'i9', condition: 'always', since: today }]],
    ['a condition of other records', [{ type: 'title', condition: 'warranty', since: today }]],
    [
      'a document twice',
      [
        { type: 'title', condition: 'always', since: today },
        { type: 'title', condition: 'used', since: addDays(today, 1) },
      ],
    ],
    ['a day that is none', [{ type: 'title', condition: 'always', since: 'soon' }]],
  ])('refuses %s', async (_, requirements) => {
    const list = await find('wholesale');
    expect((await save(list, requirements)).status).toBe(400);
    expect(await find('wholesale')).toEqual(list);
  });
});
