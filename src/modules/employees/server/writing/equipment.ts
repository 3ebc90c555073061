import { type RawBuilder, sql } from 'kysely';
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import type { EquipmentItem } from '../../contract/employee.ts';
import type * as calls from '../../contract/writing.ts';
import { listEquipment } from '../record/equipment.ts';
import type { EmployeesDb } from '../tables.ts';
import { assertPast } from '../today.ts';
import { type Changing, changeFile, type Parts } from './change.ts';

const described = (items: readonly Pick<EquipmentItem, 'kind' | 'name' | 'serial'>[]) =>
  items.map(({ kind, name, serial }) => ({ kind, name, serial }));

/** What the activity log calls the items. */
const namesOf = (items: readonly Pick<EquipmentItem, 'name' | 'serial'>[]) =>
  items.map(({ name, serial }) => (serial ? `${name} (${serial})` : name)).join(', ');

export function issueEquipment(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.issueEquipment> {
  return async ({ actor, params, body: { clientId, issuedOn, items }, ip }) => {
    await writes.consume(String(actor.userId));
    return changeFile(platform, {
      ...{ actor, ip, employeeId: params.employeeId },
      async change({ tx, found, today }) {
        assertPast(issuedOn, today, 'issuedOn');
        const rows = items.map((item, position) => ({
          ...item,
          user_id: found.id,
          issued_on: issuedOn,
          created_by: actor.userId,
          client_id: clientId,
          position,
        }));
        // A repeated request waits for the file's lock, and finds what the first one added.
        const added = await tx
          .insertInto('employee_equipment')
          .values(rows)
          .onConflict((same) => same.constraint('employee_equipment_client_id').doNothing())
          .returning('id')
          .execute();
        if (added.length === 0) return null;
        return {
          event: { kind: 'equipment_issued', items: described(items), on: issuedOn },
          act: {
            action: 'employee.equipment_issued',
            after: { equipment: namesOf(items), issuedOn },
          },
        };
      },
    });
  };
}

const listItems = ({ tx, found }: Changing, condition: RawBuilder<unknown>) =>
  listEquipment(tx, found.id, condition);

export function returnEquipment(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.returnEquipment> {
  return async ({ actor, params, body: { itemIds, returnedOn, note }, ip }) => {
    await writes.consume(String(actor.userId));
    const ids = [...new Set(itemIds)];
    return changeFile(platform, {
      ...{ actor, ip, employeeId: params.employeeId },
      async change(changing) {
        const { tx, today } = changing;
        assertPast(returnedOn, today, 'returnedOn');
        const items = await listItems(changing, sql`q.id = any(${ids}::integer[])`);
        if (items.length < ids.length) throw notFound();
        const back = items.find(({ returned }) => returned !== null);
        if (back) throw conflict(`${back.name} was already returned.`);
        const later = items.find(({ issuedOn }) => issuedOn > returnedOn);
        if (later) {
          const problem = `${later.name} was issued after this day`;
          throw invalid(`${problem}.`, { returnedOn: problem });
        }
        await tx
          .updateTable('employee_equipment')
          .set({
            returned_on: returnedOn,
            returned_to: actor.userId,
            return_note: note,
            version: sql<number>`version + 1`,
          })
          .where('id', 'in', ids)
          .execute();
        return {
          event: { kind: 'equipment_returned', items: described(items), on: returnedOn },
          act: {
            action: 'employee.equipment_returned',
            after: { equipment: namesOf(items), returnedOn },
          },
        };
      },
    });
  };
}

async function getItem(
  changing: Changing,
  itemId: number,
  version: number,
): Promise<EquipmentItem> {
  const [item] = await listItems(changing, sql`q.id = ${itemId}`);
  if (!item) throw notFound();
  assertVersion(item, version, 'this equipment', 'load');
  return item;
}

export function saveEquipment(platform: Parts, writes: Limit): Handler<typeof calls.saveEquipment> {
  return async ({ actor, params, body: { version, item, issuedOn, returned }, ip }) => {
    await writes.consume(String(actor.userId));
    return changeFile(platform, {
      ...{ actor, ip, employeeId: params.employeeId },
      async change(changing) {
        const { tx, today } = changing;
        assertPast(issuedOn, today, 'issuedOn');
        if (returned) assertPast(returned.on, today, 'returned.on');
        const before = await getItem(changing, params.itemId, version);
        await tx
          .updateTable('employee_equipment')
          .set({
            ...item,
            issued_on: issuedOn,
            returned_on: returned?.on ?? null,
            // It stays recorded who took it back.
            returned_to: returned ? sql<number>`coalesce(returned_to, ${actor.userId})` : null,
            return_note: returned?.note ?? '',
            version: sql<number>`version + 1`,
          })
          .where('id', '=', params.itemId)
          .execute();
        return {
          event: { kind: 'equipment_changed', items: described([item]) },
          act: {
            action: 'employee.equipment_changed',
            before: factsOf(before),
            after: factsOf({ ...item, issuedOn, returned }),
          },
        };
      },
    });
  };
}

const factsOf = ({
  kind,
  name,
  serial,
  issuedOn,
  returned,
}: Pick<EquipmentItem, 'kind' | 'name' | 'serial' | 'issuedOn'> & {
  returned: { on: string } | null;
}) => ({ kind, name, serial, issuedOn, returnedOn: returned?.on ?? null });

export function removeEquipment(
  platform: Parts,
  writes: Limit,
): Handler<typeof calls.removeEquipment> {
  return async ({ actor, params, query: { version }, ip }) => {
    await writes.consume(String(actor.userId));
    return changeFile(platform, {
      ...{ actor, ip, employeeId: params.employeeId },
      async change(changing) {
        const before = await getItem(changing, params.itemId, version);
        await removeRow(changing.tx, params.itemId);
        return {
          event: { kind: 'equipment_removed', items: described([before]) },
          act: { action: 'employee.equipment_removed', before: factsOf(before) },
        };
      },
    });
  };
}

const removeRow = (tx: EmployeesDb, id: number) =>
  tx.deleteFrom('employee_equipment').where('id', '=', id).execute();
