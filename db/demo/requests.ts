import type { DemoMessage } from './conversations.ts';

type Kind = 'price_approval' | 'part_eta' | 'car_pull_up' | 'detail_slot' | 'other';

/** All in minutes after the message was written. */
interface Course {
  /** How the message begins; its writer asked. */
  begins: string;
  kind: Kind;
  due: number;
  owner?: { username: string; claimed: number; done?: number };
}

export interface DemoRequest {
  message: DemoMessage;
  kind: Kind;
  dueAt: Date;
  owner: { username: string; claimedAt: Date; doneAt: Date | null } | null;
}

const courses: Course[] = [
  {
    begins: 'Does anybody have a line on a Tahoe Z71',
    kind: 'other',
    due: 60,
    owner: { username: 'simone.archer', claimed: 6, done: 20 },
  },
  {
    begins: 'Trade walk please: four-year-old RAV4',
    kind: 'price_approval',
    due: 15,
    owner: { username: 'manager', claimed: 2, done: 8 },
  },
  {
    begins: 'Hot one: Brenda Eastman',
    kind: 'car_pull_up',
    due: 300,
    owner: { username: 'employee', claimed: 5 },
  },
  { begins: 'PDI on', kind: 'detail_slot', due: 720 },
  {
    begins: 'Loaner check: the white Kona',
    kind: 'other',
    due: 30,
    owner: { username: 'curtis.yoder', claimed: 8, done: 12 },
  },
  {
    begins: '@lorraine.fitch RO',
    kind: 'part_eta',
    due: 15,
    owner: { username: 'lorraine.fitch', claimed: 1, done: 6 },
  },
];

/** What was asked for lately in the conversations of the demo group: most is done, some is open. */
export function demoRequests(messages: readonly DemoMessage[]): DemoRequest[] {
  return courses.map(({ begins, kind, due, owner }) => {
    const message = messages.findLast(({ content }) => content.startsWith(begins));
    if (!message) throw new Error(`Nobody of the demo group says "${begins}"`);
    const after = (minutes: number) => new Date(message.at.getTime() + minutes * 60_000);
    return {
      message,
      kind,
      dueAt: after(due),
      owner: owner
        ? {
            username: owner.username,
            claimedAt: after(owner.claimed),
            doneAt: owner.done === undefined ? null : after(owner.done),
          }
        : null,
    };
  });
}
