import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { addDays } from '../../../platform/contract/wallTime.ts';
import { earlier } from '../contract/period.ts';
import type { Measure, Report } from '../contract/report.ts';
import { listReports } from '../contract.ts';
import {
  type AllRows,
  type Calculate,
  count,
  dayOf,
  days,
  finance,
  inventory,
  isIn,
  mean,
  percentile,
  type Row,
  ratio,
  recon,
  sales,
  sumOf,
  tables,
} from './reference.ts';

// Recalculates every measure of every report except hours, in JavaScript from all table rows, independently of
// the reports’ own queries.
let forecourt: TestForecourt;
let admin: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
  // Late in the day all demo requests are from today, which the last 30 days exclude.
  await sql`update chat_requests set asked_at = asked_at - interval '2 days',
    claimed_at = claimed_at - interval '2 days', closed_at = closed_at - interval '2 days',
    due_at = due_at - interval '2 days'`.execute(forecourt.platform.db);
  // Nothing becomes overdue while the test runs.
  for (const table of ['leads', 'chat_requests']) {
    await sql`update ${sql.table(table)} set due_at = now() + interval '1 day'
      where due_at between now() and now() + interval '1 day'`.execute(forecourt.platform.db);
  }
});
afterAll(() => forecourt.stop());

async function rowsOf(table: string): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) as row from ${sql.table(table)} t
    order by ${table === 'stock_vehicles' ? sql`id` : sql`ctid`}`.execute(forecourt.platform.db);
  return rows.map(({ row }) => row);
}
const service =
  ({ repair_orders, repair_order_lines }: AllRows): Calculate =>
  (span, store) => {
    const orders = repair_orders.filter(
      (order) =>
        order.status === 'closed' &&
        isIn(span, dayOf(order.closed_at)) &&
        (store === null || order.store === store),
    );
    const ofOrder = Map.groupBy(repair_order_lines, (line) => line.repair_order_id);
    const lines = orders.flatMap(({ id }) => ofOrder.get(id) ?? []);
    const done = lines.filter(({ declined }) => !declined);
    const paid = done.filter(({ pay_type }) => pay_type === 'customer');
    const linesPaidBy = (id: number, payType: string) =>
      count(ofOrder.get(id) ?? [], (line) => line.pay_type === payType && !line.declined);
    const paidBy = (payType: string) => count(orders, ({ id }) => linesPaidBy(id, payType) > 0);
    const hours = sumOf(done, 'hours_flagged') / 100;
    const labor = sumOf(done, 'labor_sale_cents');
    const laborGross = labor - sumOf(done, 'labor_cost_cents');
    const partsGross = sumOf(done, 'parts_sale_cents') - sumOf(done, 'parts_cost_cents');
    return {
      orders: orders.length,
      customerOrders: paidBy('customer'),
      warrantyOrders: paidBy('warranty'),
      internalOrders: paidBy('internal'),
      hours,
      hoursPerOrder: ratio(hours, orders.length),
      laborSales: labor,
      customerLaborSales: sumOf(paid, 'labor_sale_cents'),
      laborRate: ratio(labor, hours),
      partsSales: sumOf(done, 'parts_sale_cents'),
      partsPerLabor: ratio(sumOf(paid, 'parts_sale_cents'), sumOf(paid, 'labor_sale_cents')),
      efficiency: ratio(
        sumOf(
          done.filter(({ hours_actual }) => hours_actual > 0),
          'hours_flagged',
        ),
        sumOf(done, 'hours_actual'),
      ),
      laborGrossShare: ratio(laborGross, labor),
      partsGross,
      gross: laborGross + partsGross,
      daysOpen: mean(orders.map((order) => days(order.opened_at, order.closed_at))),
      oneLineShare: ratio(
        count(orders, ({ id }) => linesPaidBy(id, 'customer') === 1),
        paidBy('customer'),
      ),
      declinedShare: ratio(lines.length - done.length, lines.length),
    };
  };

const leads =
  ({ leads: rows }: AllRows): Calculate =>
  (span, store) => {
    const received = rows.filter(
      (lead) =>
        lead.status !== 'duplicate' &&
        isIn(span, dayOf(lead.received_at)) &&
        (store === null || lead.store === store),
    );
    const share = (is: (lead: Row) => boolean, among = received) =>
      ratio(count(among, is), among.length);
    const isSold = ({ status }: Row) => status === 'sold';
    const answered = received.filter(({ answered_at }) => answered_at !== null);
    const timed = received.filter(
      (lead) => lead.answered_at !== null || Date.parse(lead.due_at) < Date.now(),
    );
    const showed = received.filter(
      ({ showed_at, status, is_remote }) => showed_at !== null || (status === 'sold' && !is_remote),
    );
    const set = received.filter(({ appointment_set_at }) => appointment_set_at !== null);
    return {
      leads: received.length,
      answeredShare: ratio(answered.length, received.length),
      answerMinutes: percentile(
        0.5,
        answered.map((lead) => lead.answer_seconds / 60),
      ),
      inTimeShare: share(
        (lead) =>
          lead.answered_at !== null && Date.parse(lead.answered_at) <= Date.parse(lead.due_at),
        timed,
      ),
      contactShare: share((lead) => lead.contacted_at !== null),
      appointmentShare: ratio(set.length, received.length),
      noShowShare: share((lead) => lead.no_show_at !== null, set),
      shownShare: ratio(showed.length, received.length),
      firstVisits: showed.length,
      beBacks: received.reduce((sum, { be_backs }) => sum + be_backs, 0),
      sold: count(received, isSold),
      soldShare: share(isSold),
      soldOfShown: share(isSold, showed),
      lostShare: share(({ status }) => status === 'lost'),
    };
  };

const chat =
  ({ chat_requests, chat_messages, chat_channels }: AllRows): Calculate =>
  (span, store) => {
    const messages = new Map(chat_messages.map((message) => [message.id, message]));
    const channels = chat_channels.filter(
      (channel) =>
        // What administrators read: no direct, group or private channels, and no department channels.
        !['direct', 'group', 'private'].includes(channel.type) &&
        channel.department === null &&
        (store === null || (channel.store ?? '') === store),
    );
    const ids = new Set(channels.map(({ id }) => id));
    const requests = chat_requests.filter(
      (request) =>
        ids.has(request.channel_id) &&
        messages.get(request.message_id)?.deleted_at === null &&
        isIn(span, dayOf(request.asked_at)),
    );
    const minutes = (from: string, to: string) => days(from, to) * 24 * 60;
    const done = requests.filter(({ status }) => status === 'done');
    const isActive = ({ status }: Row) => status === 'open' || status === 'claimed';
    const isLate = (request: Row) =>
      request.due_at !== null &&
      (request.status === 'done'
        ? request.closed_at > request.due_at
        : isActive(request) && Date.parse(request.due_at) < Date.now());
    const timed = requests.filter(
      (request) => request.due_at !== null && (request.status === 'done' || isLate(request)),
    );
    const replies = Map.groupBy(
      chat_messages.filter((reply) => reply.thread_id !== null && reply.deleted_at === null),
      (reply) => reply.thread_id,
    );
    const responses = chat_messages
      .filter(
        (begun) =>
          ids.has(begun.channel_id) &&
          begun.deleted_at === null &&
          isIn(span, dayOf(begun.created_at)),
      )
      .flatMap((begun) => {
        const others = (replies.get(begun.id) ?? []).filter(
          (reply) => reply.sender_id !== begun.sender_id,
        );
        const first = others.map(({ created_at }) => created_at).toSorted()[0];
        return first === undefined ? [] : [minutes(begun.created_at, first)];
      });
    return {
      requests: requests.length,
      claimMinutes: percentile(
        0.5,
        requests
          .filter(({ claimed_at }) => claimed_at !== null)
          .map((request) => minutes(request.asked_at, request.claimed_at)),
      ),
      doneMinutes: percentile(
        0.5,
        done.map((request) => minutes(request.asked_at, request.closed_at)),
      ),
      overdueShare: ratio(count(timed, isLate), timed.length),
      open: count(requests, isActive),
      answerMinutes: percentile(0.5, responses),
    };
  };

const workforce =
  ({ employees, employee_jobs, time_off_requests, time_off_days }: AllRows): Calculate =>
  (span, store) => {
    const jobAt = ({ user_id, ...current }: Row, day: string) => {
      const jobs = employee_jobs
        .filter((job) => job.user_id === user_id && job.removed_at === null)
        .toSorted((a, b) => (a.effective_on < b.effective_on ? -1 : 1) || a.id - b.id);
      return jobs.findLast((job) => job.effective_on <= day) ?? jobs[0] ?? current;
    };
    const today = dayOf(new Date().toISOString());
    const last = earlier(span.to, today);
    let employed = 0;
    let minutesOff = 0;
    const approved = time_off_requests.filter(({ state }) => state === 'approved');
    const hired: Row[] = [];
    const left: Row[] = [];
    const everyDay: string[] = [];
    for (let day = span.from; day <= last; day = addDays(day, 1)) everyDay.push(day);
    for (const employee of employees.filter(({ hired_on }) => hired_on !== null)) {
      for (const inMonth of Map.groupBy(everyDay, (day) => day.slice(0, 7)).values()) {
        const end = inMonth.at(-1) ?? '';
        const until = employee.left_on !== null && employee.left_on < end ? employee.left_on : end;
        if (store !== null && (jobAt(employee, until).store ?? '') !== store) continue;
        employed += count(
          inMonth.map((day) => ({ day })),
          ({ day }) => employee.hired_on <= day && day <= until,
        );
        const own = new Set(
          approved.filter(({ user_id }) => user_id === employee.user_id).map(({ id }) => id),
        );
        minutesOff += sumOf(
          time_off_days.filter(
            ({ request_id, day }) => own.has(request_id) && inMonth.includes(day),
          ),
          'minutes',
        );
        if (inMonth.includes(employee.hired_on)) hired.push(employee);
        if (inMonth.includes(employee.left_on)) left.push(employee);
      }
    }
    const headcount = ratio(employed, everyDay.length);
    const hoursOff = minutesOff / 60;
    return {
      headcount,
      hires: hired.length,
      leavers: left.length,
      turnover: ratio(left.length, headcount ?? 0),
      annualTurnover: ratio(left.length * 365, employed),
      earlyShare: ratio(
        count(left, ({ hired_on, left_on }) => days(hired_on, left_on) < 90),
        left.length,
      ),
      tenure: mean(left.map(({ hired_on, left_on }) => days(hired_on, left_on))),
      absence: hoursOff,
      absenceShare: ratio(hoursOff, (employed * 40) / 7),
    };
  };

const calculators = { sales, finance, inventory, recon, service, leads, chat, workforce };
type Id = keyof typeof calculators;

/** To the precision of the report: whole cents, otherwise six decimals. */
function expectSame(
  { id, unit }: Measure,
  actual: number | null | undefined,
  value: number | null | undefined,
  where: string,
): void {
  const isCloseTo =
    typeof actual === 'number' && typeof value === 'number'
      ? Math.abs(actual - value) < (unit === 'cents' ? 0.51 : 1e-6)
      : actual === value;
  expect([where, id, actual, value, isCloseTo]).toEqual([where, id, actual, value, true]);
}

describe.each(Object.keys(calculators) as Id[])('%s', (id) => {
  test.each(['this_month', 'last_month', 'last_30_days', 'this_year'])(
    'for %s matches the rows, in total and per store, for all three spans',
    async (period) => {
      const allRows = {} as AllRows;
      for (const table of tables) allRows[table] = await rowsOf(table);
      const calculate = calculators[id](allRows);
      const { body: list } = await admin.call(listReports);
      const measures = list.reports.find((one) => one.id === id)?.measures ?? [];
      const path = `/api/reports/${id}?period=${period}&by=store`;
      const report = (await admin.raw('GET', path)).body as Report;
      expect(measures.map((measure) => measure.id).toSorted()).toEqual(
        Object.keys(calculate(report.span, null)).toSorted(),
      );
      for (const { key, ...row } of [...report.rows, { key: null, ...report.total }]) {
        for (const [name, span, figures] of [
          ['now', report.span, row.figures],
          ['before', report.previous, row.previous],
          ['a year ago', report.yearBefore, row.yearBefore],
        ] as const) {
          const expected = calculate(span, key);
          const isUnknown = Object.values(figures).every((figure) => figure === null);
          if (isUnknown) continue;
          for (const one of measures)
            expectSame(one, figures[one.id], expected[one.id], `${name}, ${key}`);
        }
      }
      const hasAny = Object.values(report.total.figures).some((figure) => (figure ?? 0) > 0);
      if (period === 'last_30_days') expect(hasAny).toBe(true);
    },
  );
});
