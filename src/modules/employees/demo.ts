import { demoEmployees } from '../../../db/demo/employees.ts';
import { stream } from '../../../db/demo/random.ts';
import { uuidv7 } from '../../../db/demo/uuid.ts';
import { dateAt } from '../../platform/contract/wallTime.ts';
import type { Secrets } from '../../platform/server/secrets/secrets.ts';
import { getTimezone } from '../organization/server/public.ts';
import type { PersonalChange } from './contract/fields.ts';
import type { PayUnit } from './contract/private.ts';
import { contexts, type Identity, type NoteText, type PayRate } from './server/private/find.ts';
import type { EmployeesDb } from './server/tables.ts';

type IdOf = (username: string) => number;

const hr = 'denise.abernathy';
const dayMs = 86_400_000;

/**
 * Seeds everyone’s file: jobs, equipment, contacts and a few proposals. HR has private access; what the private part
 * says needs `secrets`, and without them it is empty.
 */
export async function seedEmployees(
  tx: EmployeesDb,
  asOf: Date,
  idOf: IdOf,
  secrets: Secrets | null,
): Promise<void> {
  const today = dateAt(await getTimezone(tx), asOf.getTime());
  const employees = demoEmployees(today);
  const hrId = idOf(hr);
  const at = (day: string) => new Date(Math.min(Date.parse(`${day}T15:30:00Z`), asOf.getTime()));
  const jobRow = (userId: number, job: (typeof employees)[number]['jobs'][number]) => ({
    user_id: userId,
    effective_on: job.effectiveOn,
    job_title: job.jobTitle,
    store: job.store,
    department: job.department,
    manager_id: job.manager === null ? null : idOf(job.manager),
    reason: job.reason,
    recorded_by: userId === hrId ? null : hrId,
    recorded_at: at(job.effectiveOn),
    applied_at: job.effectiveOn > today ? null : at(job.effectiveOn),
  });
  for (const one of employees) {
    const current = one.jobs.findLast(({ effectiveOn }) => effectiveOn <= today);
    await tx
      .updateTable('employees')
      .set({
        preferred_name: one.preferredName,
        job_title: current?.jobTitle ?? null,
        store: current?.store ?? null,
        department: current?.department ?? null,
        manager_id: current?.manager ? idOf(current.manager) : null,
        hired_on: one.hiredOn,
        left_on: one.leftOn,
        review_on: one.reviewOn,
        work_phone: one.workPhone,
        pay_basis: one.payBasis,
      })
      .where('user_id', '=', idOf(one.key))
      .execute();
  }
  await tx
    .insertInto('employee_jobs')
    .values(employees.flatMap(({ key, jobs }) => jobs.map((job) => jobRow(idOf(key), job))))
    .execute();
  await tx
    .insertInto('employee_contacts')
    .values(
      employees.map(({ key, privatePhone, address }) => ({
        user_id: idOf(key),
        private_phone: privatePhone,
        private_email: null,
        address: JSON.stringify(address),
      })),
    )
    .execute();
  await tx
    .insertInto('employee_emergency_contacts')
    .values(
      employees.map(({ key, emergency }) => ({
        user_id: idOf(key),
        position: 1,
        ...emergency,
        other_phone: null,
      })),
    )
    .execute();
  await tx
    .insertInto('employee_equipment')
    .values(
      employees.flatMap(({ key, equipment }) =>
        equipment.map(({ kind, name, serial, note, issuedOn, returnedOn }, position) => ({
          user_id: idOf(key),
          kind,
          name,
          serial,
          note,
          issued_on: issuedOn,
          created_by: hrId,
          created_at: at(issuedOn),
          client_id: clientIdOf('equipment', key, at(issuedOn)),
          position,
          returned_on: returnedOn,
          returned_to: returnedOn === null ? null : hrId,
          return_note: returnedOn === null ? '' : 'Complete',
        })),
      ),
    )
    .execute();
  await seedProposals(tx, asOf, idOf);
  await tx
    .insertInto('employee_private_access')
    .values({ user_id: hrId, granted_by: null, granted_at: new Date(asOf.getTime() - 400 * dayMs) })
    .execute();
  if (secrets) await seedPrivate(tx, today, idOf, secrets);
}

const clientIdOf = (table: string, key: string, at: Date) =>
  uuidv7(at, stream(`${table} of employees`, key));

/** Three changes that wait for HR. */
async function seedProposals(tx: EmployeesDb, asOf: Date, idOf: IdOf): Promise<void> {
  const proposals: [key: string, hoursAgo: number, change: PersonalChange][] = [
    [
      'employee',
      20,
      {
        group: 'contact',
        privatePhone: '(316) 555-0177',
        privateEmail: 'caleb@example.com',
        address: {
          line1: '2208 Prairie St',
          line2: 'Apt 4',
          city: 'Wichita',
          state: 'KS',
          zip: '67203',
        },
      },
    ],
    [
      'trevor.mills',
      44,
      {
        group: 'emergency',
        contacts: [
          {
            name: 'Dana Mills',
            relation: 'Spouse',
            phone: '(316) 555-0148',
            otherPhone: '(316) 555-0190',
          },
        ],
      },
    ],
    ['priya.raman', 3, { group: 'name', preferredName: 'Pri' }],
  ];
  await tx
    .insertInto('employee_proposals')
    .values(
      proposals.map(([key, hoursAgo, change]) => {
        const created = new Date(asOf.getTime() - hoursAgo * 3_600_000);
        return {
          user_id: idOf(key),
          field_group: change.group,
          data: JSON.stringify(change),
          client_id: clientIdOf('proposal', key, created),
          created_by: idOf(key),
          created_at: created,
        };
      }),
    )
    .execute();
}

type DemoPay = readonly [key: string, rateCents: number, per: PayUnit];

/** From the hire date on; the rate of the first raise a year later is a twentieth more. */
const pays: readonly DemoPay[] = [
  ['employee', 250_000, 'month'],
  ['tyler.boone', 250_000, 'month'],
  ['manager', 9_200_000, 'year'],
  ['gm', 16_500_000, 'year'],
  ['maria.lopez', 320_000, 'month'],
  ['deshawn.pruitt', 3_400, 'flag_hour'],
  ['viktor.dragan', 4_100, 'flag_hour'],
  ['mateo.rivas', 1_850, 'hour'],
  ['joan.whitaker', 2_275, 'hour'],
  ['kayla.moss', 1_900, 'hour'],
];

async function seedPrivate(
  tx: EmployeesDb,
  today: string,
  idOf: IdOf,
  secrets: Secrets,
): Promise<void> {
  const hrId = idOf(hr);
  const employees = new Map(demoEmployees(today).map((one) => [one.key, one]));
  const seal = (value: Identity | PayRate | NoteText, context: string) =>
    JSON.stringify(secrets.seal(JSON.stringify(value), context));
  for (const [index, [key, rateCents, per]] of pays.entries()) {
    const one = employees.get(key);
    if (!one) throw new Error(`The demo data has no employee ${key}`);
    const userId = idOf(key);
    const born = stream('birth', key);
    const identity: Identity = {
      legalName: null,
      dateOfBirth: `${born.int(1966, 2001)}-0${born.int(1, 9)}-1${born.int(0, 9)}`,
      payrollId: `LAG-${4_100 + index}`,
    };
    await tx
      .insertInto('employee_private')
      .values({
        user_id: userId,
        sealed: seal(identity, contexts.identity(userId)) as never,
        updated_by: hrId,
      })
      .execute();
    const raisedOn = `${Number(one.hiredOn.slice(0, 4)) + 1}-07-01`;
    const steps = [
      { effectiveOn: one.hiredOn, rateCents, reason: 'Hired' },
      { effectiveOn: raisedOn, rateCents: Math.round(rateCents * 1.05), reason: 'Annual review' },
    ].filter(({ effectiveOn }) => effectiveOn <= today);
    const rows = steps.map(({ effectiveOn, ...rest }, step) => {
      const at = new Date(`${effectiveOn}T15:30:00Z`);
      const clientId = clientIdOf(`pay ${step}`, key, at);
      return {
        user_id: userId,
        effective_on: effectiveOn,
        basis: one.payBasis,
        sealed: seal({ per, ...rest }, contexts.pay(userId, clientId)) as never,
        client_id: clientId,
        created_by: hrId,
        created_at: at,
        applied_at: at,
      };
    });
    await tx.insertInto('employee_pay').values(rows).execute();
  }
  const notes = [
    ['employee', 'praise', 40, 'A customer wrote to thank him for staying late for a delivery.'],
    ['tyler.boone', 'discipline', 12, 'Late for the Saturday opening shift two weeks in a row.'],
  ] as const;
  for (const [key, kind, daysAgo, text] of notes) {
    const userId = idOf(key);
    const at = new Date(Date.parse(`${today}T15:30:00Z`) - daysAgo * dayMs);
    const clientId = clientIdOf(`note ${kind}`, key, at);
    await tx
      .insertInto('employee_private_notes')
      .values({
        user_id: userId,
        kind,
        on_date: at.toISOString().slice(0, 10),
        sealed: seal({ text }, contexts.note(userId, clientId)) as never,
        client_id: clientId,
        created_by: hrId,
        created_at: at,
      })
      .execute();
  }
}
