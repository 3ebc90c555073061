import { type Random, stream } from './random.ts';
import { uuidv7 } from './uuid.ts';

export interface DemoNote {
  id: string;
  owner: string;
  title: string;
  content: string;
  color: 'yellow' | 'green' | 'blue' | 'purple' | 'pink' | 'gray';
  tags: string[];
  isPinned: boolean;
  /** Everybody of this department reads it. */
  department: 'sales' | 'service' | null;
  at: Date;
}

type Written = Omit<DemoNote, 'id' | 'at'> & { hoursAgo: number };
const plain = { isPinned: false, department: null, tags: [] };

const written: Written[] = [
  {
    ...plain,
    owner: 'admin',
    title: 'Monday walk-through',
    content:
      '# Before 8:00\n- gates and lot lights\n- key safe counted\n- loaner keys back\n\n' +
      '## Then\n1. management channel\n2. open approvals',
    color: 'yellow',
    tags: ['routine'],
    isPinned: true,
    hoursAgo: 30,
  },
  {
    ...plain,
    owner: 'admin',
    title: 'Certificate renewal',
    content: 'Runs out in **March**. Ask the provider for the new chain two weeks ahead.',
    color: 'blue',
    tags: ['it'],
    hoursAgo: 76,
  },
  {
    ...plain,
    owner: 'manager',
    title: 'Trade-in walk',
    content:
      '- both keys and the owner’s manual\n- tread and brakes, all four\n- every panel from the side\n' +
      '- cold start, then a photo of the dash',
    color: 'green',
    tags: ['used', 'routine'],
    department: 'sales',
    hoursAgo: 52,
  },
  {
    ...plain,
    owner: 'employee',
    title: 'Saturday deliveries',
    content: '9:30 F-150, plates in the folder\n11:00 Escape, *second key still with detail*',
    color: 'pink',
    tags: ['deliveries'],
    isPinned: true,
    hoursAgo: 5,
  },
];

/** What some of the demo group have written down, by the moment it moves in. */
export function demoNotes(asOf: Date): DemoNote[] {
  const random: Random = stream('notes');
  return written.map(({ hoursAgo, ...note }) => {
    const at = new Date(asOf.getTime() - hoursAgo * 3_600_000);
    return { ...note, id: uuidv7(at, random), at };
  });
}
