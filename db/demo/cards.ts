import type { Audience, Kind } from '../../src/modules/notices/contract.ts';
import type { DemoMessage } from './conversations.ts';
import { stream } from './random.ts';
import { uuidv7 } from './uuid.ts';

/** Who did something, how many minutes after the message, and from which address. */
interface Act {
  username: string;
  at: Date;
  from: string;
}

export interface DemoNotice {
  id: string;
  message: DemoMessage;
  kind: Kind;
  title: string;
  text: string;
  audience: Partial<Audience>;
  dueAt: Date;
  confirmed: Act[];
}

export interface DemoSlip {
  id: string;
  message: DemoMessage;
  label: string;
  content: string;
  expiresAt: Date;
  openings: Act[];
}

interface Posting extends Pick<DemoNotice, 'kind' | 'audience'> {
  /** How its message begins, before the title. */
  begins: string;
  /** Minutes after it was posted; or after the present, for one that is not over. */
  due: { after: number } | { ahead: number };
  /** Minutes after it was posted. */
  confirmed: Record<string, number>;
}

const postings: Posting[] = [
  {
    begins: 'Policy: ',
    kind: 'policy',
    audience: { roles: ['manager', 'general_manager'] },
    due: { ahead: 20 * 60 },
    confirmed: {
      manager: 4,
      'walt.jankowski': 9,
      'simone.archer': 11,
      'dale.hutchins': 13,
      'grace.oyelaran': 38,
      'renee.dubois': 52,
      'samir.haddad': 90,
    },
  },
  {
    begins: 'Safety: ',
    kind: 'safety',
    audience: { departments: ['service'], stores: ['ford'] },
    due: { after: 120 },
    confirmed: { 'maria.lopez': 3, 'deshawn.pruitt': 7 },
  },
];

/** What people of the demo group must have read: one runs, and one is over with somebody missing. */
export function demoNotices(messages: readonly DemoMessage[], asOf: Date): DemoNotice[] {
  return postings.map(({ begins, due, confirmed, ...posting }) => {
    const message = find(messages, begins);
    const [heading = '', ...paragraphs] = message.content.split('\n\n');
    const dueAt = 'ahead' in due ? after(asOf, due.ahead) : after(message.at, due.after);
    return {
      id: idOf(message, 'notice'),
      message,
      title: heading.slice(begins.length),
      text: paragraphs.join('\n\n'),
      dueAt,
      confirmed: Object.entries(confirmed).map(([username, minutes]) => ({
        username,
        at: after(message.at, minutes),
        from: addressOf(username),
      })),
      ...posting,
    };
  });
}

const begins = 'Protected slip: ';

/** What one of the demo group has put where only opening shows it. */
export function demoSlips(messages: readonly DemoMessage[], asOf: Date): DemoSlip[] {
  const message = find(messages, begins);
  return [
    {
      id: idOf(message, 'slip'),
      message,
      label: message.content.slice(begins.length),
      content: 'Panel left of the door: 2604, then the green button. You have thirty seconds.',
      expiresAt: after(asOf, 14 * 24 * 60),
      openings: [{ username: 'employee', at: after(message.at, 2), from: addressOf('employee') }],
    },
  ];
}

function find(messages: readonly DemoMessage[], begins: string): DemoMessage {
  const message = messages.findLast(({ content }) => content.startsWith(begins));
  if (!message) throw new Error(`No one of the demo group says "${begins}"`);
  return message;
}

const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);

const idOf = ({ at, clientMsgId }: DemoMessage, what: string) =>
  uuidv7(at, stream(`cards/${what}`, clientMsgId));

/** Of the addresses that documents use. */
const addressOf = (username: string) => `192.0.2.${stream('address', username).int(10, 250)}`;
