import { describe, expect, test } from 'vitest';
import { isOpen, nextStatuses } from '../../../src/modules/leads/contract/status.ts';
import { demoLeads, type Prospect, type Sale } from '../leads/leads.ts';
import { demoMembers, demoSources } from '../leads/sources.ts';

const timezone = 'America/Chicago';
const dayMs = 86_400_000;
const prospects: Prospect[] = (['ford', 'hyundai', 'chevrolet'] as const).flatMap((store, at) =>
  Array.from({ length: 60 }, (_, n) => ({ customer: at * 100 + n, store })),
);
const salesBy = (asOf: Date): Sale[] =>
  prospects
    .slice(0, 140)
    .map((one, at) => ({ ...one, signedAt: new Date(asOf.getTime() - (3 + at * 2) * dayMs) }));
const leadsAt = (asOf: Date) => demoLeads({ prospects, sales: salesBy(asOf), asOf, timezone });

/** In the middle of a working day, at night, and on a closed Sunday. */
const moments = ['2026-11-20T20:00:00Z', '2026-11-20T08:00:00Z', '2026-11-22T18:00:00Z'];

describe.each(moments)('the leads of the demo group at %s', (moment) => {
  const asOf = new Date(moment);
  const leads = leadsAt(asOf);

  test('are the same every time: 700 from nine sources, 40 of them open', () => {
    expect(leadsAt(asOf)).toEqual(leads);
    expect(leads).toHaveLength(700);
    expect(demoSources).toHaveLength(9);
    expect(new Set(leads.map(({ source }) => source)).size).toBe(10);
    const open = leads.filter(({ status }) => isOpen(status));
    const columns = Map.groupBy(open, ({ status }) => status);
    expect(
      ['new', 'contacted', 'appointment', 'showed'].map((one) => columns.get(one as never)?.length),
    ).toEqual([3, 16, 12, 9]);
  });

  test('three have no response, and one of them is overdue', () => {
    const waiting = leads.filter(({ status }) => status === 'new');
    expect(waiting.filter(({ dueAt }) => dueAt <= asOf)).toHaveLength(1);
    for (const { lateAt, dueAt, answeredAt } of waiting) {
      expect([answeredAt, lateAt !== null]).toEqual([null, dueAt <= asOf]);
    }
  });

  test('have realistic shares of responses, appointments, visits and sales', () => {
    const share = (reached: string) =>
      leads.filter(({ steps }) => steps.some(({ to }) => to === reached)).length / leads.length;
    expect(leads.filter(({ answeredAt }) => answeredAt).length / 700).toBeCloseTo(0.78, 2);
    expect(share('appointment')).toBeCloseTo(0.42, 2);
    expect(share('showed')).toBeCloseTo(0.27, 2);
    expect(share('sold')).toBeCloseTo(0.13, 2);
    const inTime = leads.filter(({ answeredAt, dueAt }) => answeredAt && answeredAt <= dueAt);
    expect(inTime.length / leads.filter(({ answeredAt }) => answeredAt).length).toBeGreaterThan(
      0.7,
    );
  });

  test('have a valid history in the past by employees of their store', () => {
    for (const lead of leads) {
      let [from, at] = [lead.answeredAt ? 'contacted' : 'new', lead.answeredAt ?? lead.receivedAt];
      expect(at >= lead.receivedAt).toBe(true);
      for (const step of lead.steps) {
        expect(step.from).toBe(from);
        expect(nextStatuses[step.from]).toContain(step.to);
        expect(step.at.getTime()).toBeGreaterThan(at.getTime());
        [from, at] = [step.to, step.at];
      }
      expect([lead.status, at <= asOf]).toEqual([from, true]);
      expect(lead.lostReason === null).toBe(lead.status !== 'lost');
      expect(demoMembers[lead.store]).toContain(lead.assignee);
      if (lead.source !== null) expect(demoSources[lead.source]?.store).toBe(lead.store);
      if (lead.status === 'appointment')
        expect(lead.appointmentAt?.getTime()).toBeGreaterThan(+asOf);
    }
  });

  test('that are sold end on the day of the sale', () => {
    const days = new Set(salesBy(asOf).map(({ signedAt }) => signedAt.getTime()));
    const sold = leads.flatMap(({ steps }) => steps.filter(({ to }) => to === 'sold'));
    expect(sold.filter(({ at }) => !days.has(at.getTime()))).toEqual([]);
  });
});
