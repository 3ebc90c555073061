import { sql } from 'kysely';
import type { EmergencyContact, PersonalValues } from '../../contract/employee.ts';
import type { PersonalChange } from '../../contract/fields.ts';
import { phoneOf, phoneOrNull, storedPhone, storedPhoneOrNull } from '../phones.ts';
import type { EmployeesDb } from '../tables.ts';

type Values<Group extends PersonalValues['group']> = Extract<PersonalValues, { group: Group }>;
type Address = Values<'contact'>['address'];

interface Personal {
  name: Values<'name'>;
  contact: Values<'contact'>;
  emergency: Values<'emergency'>;
}

interface PersonalRow {
  user_id: number;
  preferred_name: string | null;
  private_phone: string | null;
  private_email: string | null;
  address: Address;
  contacts: { name: string; relation: string; phone: string; other_phone: string | null }[] | null;
}

/** The parts of these files that the employees maintain themselves. The caller has checked access. */
export async function findPersonal(
  db: EmployeesDb,
  ids: readonly number[],
): Promise<Map<number, Personal>> {
  const { rows } = await sql<PersonalRow>`
    select e.user_id, e.preferred_name, c.private_phone, c.private_email, c.address,
      (select jsonb_agg(to_jsonb(k) order by k.position) from employee_emergency_contacts k
        where k.user_id = e.user_id) as contacts
    from employees e left join employee_contacts c on c.user_id = e.user_id
    where e.user_id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.user_id, toPersonal(row)]));
}

function toPersonal(row: PersonalRow): Personal {
  const contacts = (row.contacts ?? []).map(
    ({ name, relation, phone, other_phone }): EmergencyContact => ({
      name,
      relation,
      phone: phoneOf(phone),
      otherPhone: phoneOrNull(other_phone),
    }),
  );
  return {
    name: { group: 'name', preferredName: row.preferred_name },
    contact: {
      group: 'contact',
      privatePhone: phoneOrNull(row.private_phone),
      privateEmail: row.private_email,
      address: row.address,
    },
    emergency: { group: 'emergency', contacts },
  };
}

/** A change as it would be read again. */
export function valuesOf(change: PersonalChange): PersonalValues {
  switch (change.group) {
    case 'name':
      return { group: 'name', preferredName: change.preferredName };
    case 'contact':
      return {
        group: 'contact',
        privatePhone: phoneOrNull(storedPhoneOrNull(change.privatePhone)),
        privateEmail: change.privateEmail,
        address: change.address,
      };
    case 'emergency':
      return {
        group: 'emergency',
        contacts: change.contacts.map(({ name, relation, phone, otherPhone }) => ({
          name,
          relation,
          phone: phoneOf(storedPhone(phone)),
          otherPhone: phoneOrNull(storedPhoneOrNull(otherPhone)),
        })),
      };
  }
}

/** Replaces a group of the file, in the transaction that holds its lock. */
export async function storePersonal(
  tx: EmployeesDb,
  id: number,
  change: PersonalChange,
): Promise<void> {
  switch (change.group) {
    case 'name':
      await tx
        .updateTable('employees')
        .set({ preferred_name: change.preferredName })
        .where('user_id', '=', id)
        .execute();
      return;
    case 'contact': {
      const row = {
        private_phone: storedPhoneOrNull(change.privatePhone),
        private_email: change.privateEmail,
        address: change.address && JSON.stringify(change.address),
      };
      await tx
        .insertInto('employee_contacts')
        .values({ user_id: id, ...row })
        .onConflict((same) => same.column('user_id').doUpdateSet(row))
        .execute();
      return;
    }
    case 'emergency': {
      await tx.deleteFrom('employee_emergency_contacts').where('user_id', '=', id).execute();
      const rows = change.contacts.map(({ name, relation, phone, otherPhone }, at) => ({
        user_id: id,
        position: at + 1,
        name,
        relation,
        phone: storedPhone(phone),
        other_phone: storedPhoneOrNull(otherPhone),
      }));
      if (rows.length > 0)
        await tx.insertInto('employee_emergency_contacts').values(rows).execute();
      return;
    }
  }
}
