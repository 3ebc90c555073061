import { describe, expect, test } from 'vitest';
import { isOpen, nextStatuses, type Status } from '../../../src/modules/leads/contract/status.ts';
import { demoLeads, type Prospect, type Sale } from '../leads/leads.ts';
import { demoMembers, demoSources } from '../leads/sources.ts';

const timezone = 'America/Chicago';
const iso = (at: Date | null) => at?.toISOString() ?? null;
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
      ['new', 'attempted', 'contacted', 'appointment', 'showed'].map(
        (one) => columns.get(one as never)?.length,
      ),
    ).toEqual([3, 5, 11, 12, 9]);
  });

  test('three have no response, and one of them is overdue', () => {
    const waiting = leads.filter(({ status }) => status === 'new');
    expect(waiting.filter(({ dueAt }) => dueAt <= asOf)).toHaveLength(1);
    for (const { lateAt, dueAt, attemptedAt } of waiting) {
      expect([attemptedAt, lateAt !== null]).toEqual([null, dueAt <= asOf]);
    }
  });

  test('have realistic shares of responses, appointments, visits and sales', () => {
    const share = (reached: string) =>
      leads.filter(({ steps }) => steps.some(({ to }) => to === reached)).length / leads.length;
    const attempted = leads.filter(({ attemptedAt }) => attemptedAt);
    expect(attempted.length / 700).toBeCloseTo(0.97, 2);
    expect(leads.filter(({ contactedAt }) => contactedAt).length / 700).toBeCloseTo(0.78, 2);
    expect(share('appointment')).toBeCloseTo(0.42, 2);
    const hasShowed = ({ type, steps }: (typeof leads)[number]) =>
      type === 'walk_in' || steps.some(({ to }) => to === 'showed');
    expect(leads.filter(hasShowed).length / 700).toBeCloseTo(0.27, 2);
    expect(leads.filter(({ isRemote }) => isRemote)).toHaveLength(3);
    expect(leads.filter(({ noShowAt }) => noShowAt)).toHaveLength(49);
    expect(share('sold')).toBeCloseTo(0.13, 2);
    const inTime = attempted.filter(
      ({ attemptedAt, dueAt }) => attemptedAt && attemptedAt <= dueAt,
    );
    expect(inTime.length / attempted.length).toBeGreaterThan(0.7);
  });

  test('have a valid history in the past by employees of their store', () => {
    for (const lead of leads) {
      const { attemptedAt, contactedAt, type } = lead;
      let at = contactedAt ?? attemptedAt ?? lead.receivedAt;
      const tried = attemptedAt ? 'attempted' : 'new';
      let from: Status = type === 'walk_in' ? 'showed' : contactedAt ? 'contacted' : tried;
      const reached = { attemptedAt: iso(attemptedAt), contactedAt: iso(contactedAt) };
      let showedAt = type === 'walk_in' ? iso(lead.receivedAt) : null;
      expect(at >= lead.receivedAt).toBe(true);
      expect(attemptedAt && contactedAt ? attemptedAt <= contactedAt : true).toBe(true);
      for (const step of lead.steps) {
        expect(step.from).toBe(from);
        expect(nextStatuses({ status: step.from, ...reached, showedAt })).toContain(step.to);
        if (step.to === 'showed') showedAt ??= iso(step.at);
        expect(step.at.getTime()).toBeGreaterThan(at.getTime());
        from = step.to;
        at = step.at;
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
