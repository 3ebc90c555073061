import * as z from 'zod/mini';
import { department, stores } from '../../../platform/contract/access.ts';
import { addressInput } from '../../../platform/contract/addresses.ts';
import {
  calendarDate,
  email,
  freeLine,
  freeText,
  id,
  line,
  personName,
  phoneInput,
} from '../../../platform/contract/fields.ts';

/** HR reads the files of the employees of their stores, and writes them; see `policy.ts`. */
export const hrReadAccess = { page: 'hr', feature: 'view_data' } as const;
export const hrWriteAccess = { page: 'hr', feature: 'manage_users' } as const;

export const store = z.enum(stores);

/** How someone is paid, without amounts. */
export const payBases = ['hourly', 'salary', 'commission', 'flat_rate'] as const;
export type PayBasis = (typeof payBases)[number];
export const payBasis = z.enum(payBases);
export const payBasisNames: Record<PayBasis, string> = {
  hourly: 'Hourly',
  salary: 'Salary',
  commission: 'Commission',
  flat_rate: 'Flat rate',
};

/** `leaving`: the last day is known and not past; `former`: it is past, or the account was deleted. */
export const employmentStatuses = ['active', 'leaving', 'former'] as const;
export type EmploymentStatus = (typeof employmentStatuses)[number];
export const employmentStatus = z.enum(employmentStatuses);

export const phone = z.object({ e164: z.string(), extension: z.string() });

export const employeeNumber = z.string().check(
  z.trim(),
  z.regex(/^[A-Za-z0-9-]{1,12}$/, {
    error: 'Use at most 12 letters, digits and hyphens',
  }),
);

/** What an employee does, where, and for whom. */
export const jobInput = {
  jobTitle: z.nullable(line(100)),
  /** The home store; null: of the whole group. */
  store: z.nullable(store),
  department: z.nullable(department),
  managerId: z.nullable(id),
};

export const emergencyContactInput = z.strictObject({
  name: line(100),
  relation: freeLine(60),
  phone: phoneInput,
  otherPhone: z._default(z.nullable(phoneInput), null),
});
export const maxEmergencyContacts = 5;

/** The parts of a file that the employee maintains: a change to one replaces all of it. */
export const personalGroups = ['name', 'contact', 'emergency'] as const;
export type PersonalGroup = (typeof personalGroups)[number];
export const personalChange = z.discriminatedUnion('group', [
  z.strictObject({ group: z.literal('name'), preferredName: z.nullable(personName) }),
  z.strictObject({
    group: z.literal('contact'),
    privatePhone: z.nullable(phoneInput),
    privateEmail: z.nullable(email),
    address: z.nullable(addressInput),
  }),
  z.strictObject({
    group: z.literal('emergency'),
    contacts: z.array(emergencyContactInput).check(z.maxLength(maxEmergencyContacts)),
  }),
]);
export type PersonalChange = z.output<typeof personalChange>;

export const equipmentKinds = ['key', 'plate', 'uniform', 'device', 'other'] as const;
export type EquipmentKind = (typeof equipmentKinds)[number];
export const equipmentKind = z.enum(equipmentKinds);
export const equipmentItemInput = z.strictObject({
  kind: equipmentKind,
  name: line(100),
  /** Serial number, key tag, plate number or size. */
  serial: freeLine(60),
  /** Its condition. */
  note: freeText(500),
});
export const maxItemsAtOnce = 20;

export const day = calendarDate;
