import { calendarDay } from '../../../../platform/contract/calendar.ts';
import type { ItemKind, LeaveReason, Owner, RunKind } from '../../contract/kinds.ts';
import type { HandoverAct, Item, RunEvent } from '../../contract.ts';

export const runNames: Record<RunKind, string> = {
  onboarding: 'Onboarding',
  offboarding: 'Offboarding',
};

export const dayNames: Record<RunKind, string> = {
  onboarding: 'First day',
  offboarding: 'Last day',
};

export const reasonNames: Record<LeaveReason, string> = {
  resigned: 'Resigned',
  terminated: 'Terminated',
  retired: 'Retired',
  contract_ended: 'End of contract',
};

export const ownerNames: Record<Owner, string> = {
  hr: 'HR',
  it: 'IT',
  manager: 'Manager',
  employee: 'Employee',
  person: 'Someone else',
};

export const kindNames: Record<ItemKind, string> = {
  task: 'Task',
  account: 'Account is active',
  rights: 'Rights as agreed',
  channels: 'In channels',
  papers: 'New-hire documents filed',
  equipment_issued: 'Equipment issued',
  account_ended: 'Account ends',
  handover: 'Everything handed over',
  equipment_returned: 'Equipment returned',
};

/** `Mona Novak`, or `HR`. */
export const ownerText = ({ owner, ownerPerson }: Pick<Item, 'owner' | 'ownerPerson'>): string =>
  ownerPerson?.name ?? ownerNames[owner];

/** `7 days before`, `First day`, `30 days after`. */
export function dueText(kind: RunKind, days: number): string {
  if (days === 0) return dayNames[kind];
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`;
  return `${count} ${days < 0 ? 'before' : 'after'}`;
}

/** What becomes of things that no one gets. */
export const endedNames: Record<Exclude<HandoverAct, 'move'>, string> = {
  cancel: 'canceled',
  end: 'ended',
};

const stateVerbs = { done: 'Done', skipped: 'Skipped', open: 'Opened again' } as const;

const startEvents = {
  planned: { title: 'Account starts on the first day' },
  canceled: { title: 'Account start canceled' },
  account_changed: {
    title: 'Account start canceled',
    detail: 'The account was changed in user management.',
  },
  started: { title: 'Account started' },
} as const;

export function describeEvent(
  data: RunEvent['data'],
  kind: RunKind,
): { title: string; detail?: string | undefined } {
  switch (data.kind) {
    case 'started':
      return { title: `Started. ${dayNames[kind]}: ${calendarDay(data.day)}` };
    case 'day':
      return {
        title: `${dayNames[kind]} changed`,
        detail: `${calendarDay(data.from)} → ${calendarDay(data.to)}`,
      };
    case 'linked':
      return { title: 'Account linked', detail: data.to };
    case 'item':
      return {
        title: `${stateVerbs[data.state]}: ${data.title}`,
        detail: data.reason ?? undefined,
      };
    case 'items':
      return data.added === null
        ? { title: `Task removed: ${data.removed}` }
        : { title: `Task added: ${data.added}` };
    case 'comment':
      return { title: 'Comment', detail: data.text };
    case 'ended':
      return { title: 'Account ended' };
    case 'end_failed':
      return { title: 'Account could not be ended', detail: data.why };
    case 'account_start':
      return startEvents[data.state];
    case 'start_failed':
      return { title: 'Account could not be started', detail: data.why };
    case 'moved':
      return {
        title: `${data.what} ${data.to === null ? endedNames[data.isEnded ? 'end' : 'cancel'] : 'handed over'}`,
        detail: data.to === null ? String(data.count) : `${data.count} to ${data.to}`,
      };
    case 'closed':
      return {
        title: data.outcome === 'done' ? 'Finished' : 'Canceled',
        detail: data.reason ?? undefined,
      };
    case 'reopened':
      return { title: 'Opened again' };
  }
}
