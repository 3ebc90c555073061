import { type RawBuilder, sql } from 'kysely';
import type { Feature, Page, Role, Store } from '../../contract/access.ts';
import { storeNames } from '../../contract/names.ts';
import type { StaffProblem } from '../../contract/staff.ts';
import type { AnyTables, Db } from '../db/database.ts';
import { conflict, invalid } from '../errors.ts';

export interface StaffMember {
  id: number;
  name: string;
  /** Among the stores that were asked for. */
  stores: Store[];
}

const maxStaff = 500;

/** Every role above employee; what a manager may do is up to each module’s policy. */
export const isManager = ({ role }: { role: Role }): boolean => role !== 'employee';

/** Condition on `users u`: an active employee, not a bot, who works at one of these stores. */
export const worksAt = (stores: readonly Store[]): RawBuilder<boolean> => sql<boolean>`
  (u.is_active and not u.pending and u.deleted_at is null
    and u.protection is distinct from 'system_bot'
    and u.store_access && ${[...stores, 'all']}::text[])`;

/** Condition on `users u`: holds this page and this feature, as `permits` decides for someone who is signed in. */
export const mayUse = ({ page, feature }: { page: Page; feature: Feature }): RawBuilder<boolean> =>
  sql<boolean>`(u.page_permissions && ${[page, 'all']}::text[]
    and u.feature_permissions && ${[feature, 'full_access', 'all']}::text[])`;

/** The employees of these stores by name, for the choices of a form: those for whom `condition` on `users u` holds. */
export async function listStaff(
  db: Db<AnyTables>,
  stores: readonly Store[],
  condition: RawBuilder<unknown> = sql`true`,
): Promise<StaffMember[]> {
  const { rows } = await sql<{ id: number; name: string; access: string[] }>`
    select u.id, u.shown_name as name, u.store_access as access from users u
    where ${worksAt(stores)} and ${condition}
    order by u.last_name, u.first_name, u.id limit ${maxStaff}`.execute(db);
  return rows.map(({ access, ...person }) => ({
    ...person,
    stores: stores.filter((store) => access.includes('all') || access.includes(store)),
  }));
}

/** Those of these users who are employees of the store. */
export async function findWorkingAt(
  db: Db<AnyTables>,
  ids: readonly number[],
  store: Store,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.id = any(${ids}::integer[])
      and ${worksAt([store])}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** What an employee must be besides: a condition on `users u`, and how someone for whom it does not hold is refused. */
export interface StaffRule {
  condition: RawBuilder<boolean>;
  message: string;
  /** Under the field. */
  problem: string;
}

const anyone: StaffRule = {
  condition: sql<boolean>`true`,
  message: 'This employee doesn’t work at this store.',
  problem: 'Choose an employee of this store',
};

/** The name of an employee of the store who meets the rule; throws 400 for `field` if the user is not one. */
export async function assertWorksAt(
  db: Db<AnyTables>,
  userId: number,
  store: Store,
  field: string,
  { condition, message, problem }: StaffRule = anyone,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select u.shown_name as name from users u
    where u.id = ${userId} and ${worksAt([store])} and ${condition}`.execute(db);
  if (rows[0]) return rows[0].name;
  throw invalid(message, { [field]: problem });
}

/** Why employees may not do something today, by their id; `isRefused`: then it is refused, and not only warned of. */
interface StaffProblems {
  reasons: ReadonlyMap<number, string>;
  isRefused: boolean;
}

/** What a module above knows about employees and the module that asks does not: their licenses, for one. */
export type FindStaffProblems = (
  db: Db<AnyTables>,
  ids: readonly number[],
  store: Store,
) => Promise<StaffProblems>;

export const noStaffProblems: FindStaffProblems = async () => ({
  reasons: new Map(),
  isRefused: false,
});

/** The employees, with what speaks against choosing them at each of their stores. */
export async function withProblems<T extends { id: number; stores: Store[] }>(
  db: Db<AnyTables>,
  staff: readonly T[],
  findProblems: FindStaffProblems,
): Promise<(T & { problems?: StaffProblem[] })[]> {
  const places = [...new Set(staff.flatMap(({ stores }) => stores))];
  const found = await Promise.all(
    places.map(async (store) => {
      const ids = staff.filter(({ stores }) => stores.includes(store)).map(({ id }) => id);
      return { store, ...(await findProblems(db, ids, store)) };
    }),
  );
  return staff.map((employee) => {
    const problems = found.flatMap(({ store, reasons, isRefused }) => {
      const reason = reasons.get(employee.id);
      return reason === undefined ? [] : { store, reason, isRefused };
    });
    return problems.length > 0 ? { ...employee, problems } : employee;
  });
}

interface Choice {
  /** The employee who was chosen for each field. */
  fields: Readonly<Record<string, number>>;
  store: Store;
  /** What they may not do: `sell at Ford`. */
  verb: string;
}

export const sellAt = (store: Store): string => `sell at ${storeNames[store]}`;

const refusalOf = (name: string, verb: string, reason: string | undefined) =>
  `${name} may not ${verb} today: ${reason}`;

/** Throws 409 with the field for the first employee to whom it is refused. */
export async function assertNoProblem(
  db: Db<AnyTables>,
  findProblems: FindStaffProblems,
  { fields, store, verb }: Choice,
): Promise<void> {
  const { reasons, isRefused } = await findProblems(db, Object.values(fields), store);
  const wrong = Object.entries(fields).find(([, id]) => reasons.has(id));
  if (!isRefused || !wrong) return;
  const [field, id] = wrong;
  const { rows } = await sql<{ name: string }>`
    select u.shown_name as name from users u where u.id = ${id}`.execute(db);
  const problem = refusalOf(rows[0]?.name ?? 'This employee', verb, reasons.get(id));
  throw conflict(`${problem}.`, { [field]: problem });
}

interface Division<Row> {
  fit: Row[];
  problems: { id: string; message: string }[];
}

interface Successor<Row> {
  to: { id: number; name: string };
  verbAt: (store: Store) => string;
  /** Rows to which the rule does not apply fit. */
  applies?: (row: Row) => boolean;
}

/** The same division of rows at stores, but those that are refused to their successor do not fit. */
export async function withoutRefused<Row extends { id: number | string; store: Store }>(
  db: Db<AnyTables>,
  findProblems: FindStaffProblems,
  { fit, problems }: Division<Row>,
  { to, verbAt, applies = () => true }: Successor<Row>,
): Promise<Division<Row>> {
  const stores = [...new Set(fit.filter(applies).map(({ store }) => store))];
  const refusals = new Map<Store, string>();
  await Promise.all(
    stores.map(async (store) => {
      const { reasons, isRefused } = await findProblems(db, [to.id], store);
      if (!isRefused || !reasons.has(to.id)) return;
      refusals.set(store, `${refusalOf(to.name, verbAt(store), reasons.get(to.id))}.`);
    }),
  );
  const refusalFor = (row: Row) => (applies(row) ? refusals.get(row.store) : undefined);
  return {
    fit: fit.filter((row) => refusalFor(row) === undefined),
    problems: [
      ...problems,
      ...fit.flatMap((row) => {
        const message = refusalFor(row);
        return message === undefined ? [] : { id: String(row.id), message };
      }),
    ],
  };
}
