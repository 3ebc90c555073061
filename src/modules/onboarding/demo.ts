import { sql } from 'kysely';
import { stream } from '../../../db/demo/random.ts';
import { uuidv4 } from '../../../db/demo/uuid.ts';
import type { Department, Store } from '../../platform/contract/access.ts';
import { addDays, dateAt, dayStart, instantOf } from '../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { getTimezone } from '../organization/server/public.ts';
import type { ItemKind, Owner, RunKind } from './contract/kinds.ts';
import type { OnboardingDb } from './server/tables.ts';

type IdOf = (username: string) => number;
type Step = readonly [dueDays: number, owner: Owner, kind: ItemKind, title: string, note?: string];

interface Checklist {
  kind: RunKind;
  name: string;
  department: Department | null;
  steps: readonly Step[];
}

const everyHire: readonly Step[] = [
  [-7, 'hr', 'task', 'Send the offer letter and the first-day details'],
  [-5, 'it', 'account', 'Create the account'],
  [-3, 'hr', 'task', 'Run the background check'],
];

const firstDay: readonly Step[] = [
  [0, 'it', 'rights', 'Grant the rights that were agreed'],
  [0, 'manager', 'channels', 'Add to the team’s channels'],
  [0, 'employee', 'task', 'Read the employee handbook'],
  [3, 'hr', 'papers', 'File I-9, W-4 and direct deposit'],
];

const checklists: readonly Checklist[] = [
  {
    kind: 'onboarding',
    name: 'Salesperson',
    department: 'sales',
    steps: [
      ...everyHire,
      [-2, 'hr', 'task', 'Check the driving record', 'The insurer decides who may drive stock.'],
      ...firstDay,
      [0, 'manager', 'equipment_issued', 'Issue key fob, name badge and phone'],
      [1, 'manager', 'task', 'Walk the lot and the service drive together'],
      [7, 'employee', 'task', 'Finish the brand’s product training'],
      [14, 'hr', 'task', 'Confirm the salesperson license with the state'],
      [30, 'manager', 'task', 'Talk about the first 30 days'],
    ],
  },
  {
    kind: 'onboarding',
    name: 'Technician',
    department: 'service',
    steps: [
      ...everyHire,
      [-2, 'hr', 'task', 'Check the driving record', 'Road tests count as driving stock.'],
      ...firstDay,
      [0, 'manager', 'equipment_issued', 'Issue uniforms, locker key and diagnostic tablet'],
      [0, 'manager', 'task', 'Show the bay, lifts and eyewash station'],
      [2, 'employee', 'task', 'Enter ASE certifications with their expiry'],
      [7, 'manager', 'task', 'Review hazardous materials and lift safety'],
      [30, 'manager', 'task', 'Talk about the first 30 days'],
    ],
  },
  {
    kind: 'onboarding',
    name: 'New hire',
    department: null,
    steps: [
      ...everyHire,
      ...firstDay,
      [0, 'manager', 'equipment_issued', 'Issue keys and devices'],
      [30, 'manager', 'task', 'Talk about the first 30 days'],
    ],
  },
  {
    kind: 'offboarding',
    name: 'Leaving',
    department: null,
    steps: [
      [-7, 'manager', 'task', 'Agree who takes over customers and open work'],
      [-2, 'employee', 'task', 'Write down what is under way'],
      [-1, 'manager', 'handover', 'Hand over everything that is open'],
      [0, 'employee', 'task', 'Return keys, badge, plates and devices'],
      [0, 'manager', 'equipment_returned', 'Check in what was issued'],
      [0, 'hr', 'account_ended', 'Account and sessions end'],
      [0, 'it', 'task', 'Remove access to the manufacturer’s systems'],
      [3, 'hr', 'task', 'Send the final paycheck and benefits letter'],
    ],
  },
];

interface Hire {
  name: string;
  jobTitle: string;
  store: Store;
  department: Department;
  manager: string;
}

interface Life {
  kind: RunKind;
  checklist: string;
  /** A username, or the name of someone without an account. */
  employee: string | Hire;
  /** From today. */
  day: number;
  endTime?: string;
  /** How many of the items that are due are done. */
  left: number;
  comments: readonly [username: string, hoursAgo: number, text: string][];
}

const lives: readonly Life[] = [
  {
    kind: 'onboarding',
    checklist: 'Salesperson',
    employee: {
      name: 'Elena Marsh',
      jobTitle: 'Salesperson',
      store: 'chevrolet',
      department: 'sales',
      manager: 'simone.archer',
    },
    day: 1,
    left: 1,
    comments: [
      ['simone.archer', 52, 'Her badge came with the wrong name. A new one is ordered.'],
      ['denise.abernathy', 27, 'The driving record is clean. The insurer agreed.'],
    ],
  },
  {
    kind: 'onboarding',
    checklist: 'Technician',
    employee: {
      name: 'Marcus Ellery',
      jobTitle: 'Service technician',
      store: 'ford',
      department: 'service',
      manager: 'walt.jankowski',
    },
    day: 4,
    left: 1,
    comments: [['walt.jankowski', 20, 'Bay 6 is free from Monday.']],
  },
  {
    kind: 'offboarding',
    checklist: 'Leaving',
    employee: 'fatima.haidari',
    day: 9,
    endTime: '17:30',
    left: 0,
    comments: [['simone.archer', 31, 'Jake can take her leads. The rest comes to me.']],
  },
];

/** Checklists that fit a dealership, two onboardings under way and one leave in nine days. */
export async function seedOnboarding(anyTx: Db<AnyTables>, asOf: Date, idOf: IdOf): Promise<void> {
  const tx: OnboardingDb = anyTx;
  const hr = idOf('denise.abernathy');
  const random = stream('onboarding');
  const templates = new Map<string, readonly Step[]>();
  for (const { kind, name, department, steps } of checklists) {
    const { id } = await tx
      .insertInto('onboarding_templates')
      .values({
        ...{ kind, name, department, store: null, job_title: '', created_by: hr },
        client_id: uuidv4(random),
        created_at: new Date(asOf.getTime() - 200 * 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('onboarding_template_items')
      .values(
        steps.map(([due_days, owner, itemKind, title, note = ''], at) => ({
          ...{ template_id: id, position: at + 1, title, note, kind: itemKind },
          ...{ owner, owner_id: null, due_days },
        })),
      )
      .execute();
    templates.set(name, steps);
  }
  const timezone = await getTimezone(tx);
  const today = dateAt(timezone, asOf.getTime());
  for (const life of lives) {
    const steps = templates.get(life.checklist) ?? [];
    await seedRun(tx, { life, steps, today, timezone, asOf, idOf, clientId: uuidv4(random) });
  }
}

interface Seeding {
  life: Life;
  steps: readonly Step[];
  today: string;
  timezone: string;
  asOf: Date;
  idOf: IdOf;
  clientId: string;
}

async function seedRun(
  tx: OnboardingDb,
  { life, steps, today, timezone, asOf, idOf, clientId }: Seeding,
): Promise<void> {
  const { kind, employee, endTime } = life;
  const hr = idOf('denise.abernathy');
  const day = addDays(today, life.day);
  const createdAt = new Date(asOf.getTime() - 9 * 86_400_000 - 3_600_000);
  const known = typeof employee === 'string';
  const userId = known ? idOf(employee) : null;
  const { rows: names } = await sql<{ name: string }>`
    select shown_name as name from users where id = ${userId}`.execute(tx);
  const leaves = kind === 'offboarding';
  const endsAt = endTime
    ? instantOf(timezone, `${day}T${endTime}`)
    : dayStart(timezone, addDays(day, 1));
  const { id: runId } = await tx
    .insertInto('onboarding_runs')
    .values({
      kind,
      user_id: userId,
      name: known ? (names[0]?.name ?? employee) : employee.name,
      job_title: known ? '' : employee.jobTitle,
      store: known ? null : employee.store,
      department: known ? null : employee.department,
      manager_id: known ? null : idOf(employee.manager),
      day,
      ends_at: leaves ? new Date(endsAt) : null,
      reason: leaves ? 'resigned' : null,
      may_return: leaves ? true : null,
      note: leaves ? 'Moves to Colorado. Good terms.' : '',
      client_id: clientId,
      created_by: hr,
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const isPast = ([due]: Step) => addDays(day, due) <= today;
  const doneCount = Math.max(0, steps.filter(isPast).length - life.left);
  let done = 0;
  await tx
    .insertInto('onboarding_items')
    .values(
      steps.map((step, at) => {
        const [due_days, owner, itemKind, title, note = ''] = step;
        // What the system checks is shown as it is.
        const isDone = isPast(step) && done < doneCount && itemKind === 'task';
        if (isDone) done += 1;
        return {
          ...{ run_id: runId, position: at + 1, title, note, kind: itemKind, owner },
          ...{ owner_id: null, due_days, due_on: addDays(day, due_days) },
          state: isDone ? ('done' as const) : ('open' as const),
          state_by: isDone ? hr : null,
          state_at: isDone ? new Date(createdAt.getTime() + (at + 1) * 7_200_000) : null,
          due_notified_at: asOf,
          overdue_notified_at: asOf,
        };
      }),
    )
    .execute();
  const event = (author: number, at: Date, data: { kind: string }) => sql`
    insert into onboarding_events (run_id, author_id, at, kind, data)
    values (${runId}, ${author}, ${at}, ${data.kind}, ${JSON.stringify(data)}::jsonb - 'kind')`;
  await event(hr, createdAt, { kind: 'started', day } as { kind: string }).execute(tx);
  for (const [username, hoursAgo, text] of life.comments) {
    const at = new Date(asOf.getTime() - hoursAgo * 3_600_000);
    await event(idOf(username), at, { kind: 'comment', text } as { kind: string }).execute(tx);
  }
  if (userId === null) return;
  await sql`update employees set ${sql.ref(leaves ? 'left_on' : 'hired_on')} = ${day}::date
    where user_id = ${userId}`.execute(tx);
}
