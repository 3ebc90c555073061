import { fixed, printTable, rounded } from './table.ts';

type Limit = { atLeast: number } | { atMost: number };

/** What the figures of the scenarios should be. Ratios are to something measured in the same run. */
const goals: Record<string, Limit> = {
  'Private channel of 100, 16 in flight: ÷ bare': { atLeast: 3 },
  'Private channel of 100, 1 in flight: ÷ bare': { atLeast: 0.6 },
  'Private channel of 1,000, 16 in flight: ÷ bare': { atLeast: 2 },
  'Private channel of 1,000, 16 in flight: deliveries/s': { atLeast: 250_000 },
  'Private channel of 100, 16 in flight: server µs/delivery': { atMost: 1.8 },
  'Private channel of 100, 1 in flight: server µs/delivery': { atMost: 9 },
  '1 × 100, 50/s: p50 ms': { atMost: 3 },
  '1 × 100, 50/s: p99 ms': { atMost: 8 },
  '1 × 1,000, 20/s: p50 ms': { atMost: 13 },
  '1 × 1,000, 20/s: p99 ms': { atMost: 22 },
  '100 × 10, 1,000/s: p50 ms': { atMost: 1 },
  '100 × 10, 1,000/s: p99 ms': { atMost: 6 },
  '100 × 10, 1,000/s: server, % of a core': { atMost: 60 },
  '100 × 10, 1,000/s: PostgreSQL, % of a core': { atMost: 60 },
  'Private posts, 16 at a time: posts/s': { atLeast: 6_000 },
  'Private posts, 64 at a time: posts/s': { atLeast: 10_000 },
  'Private posts, 64 at a time: p99 ms': { atMost: 15 },
  'Slowest hot read: ÷ static': { atLeast: 0.5 },
  'Slowest hot read: p99 ms': { atMost: 5 },
  'Idle: server MB': { atMost: 95 },
  'Idle: kB per socket': { atMost: 15 },
  'Idle: server and PostgreSQL MB': { atMost: 250 },
  'Second start: ms': { atMost: 300 },
  'First start: ms': { atMost: 2_500 },
  '/auth: LCP ms': { atMost: 700 },
  'Dashboard of an administrator: JS kB gz': { atMost: 110 },
  'Dashboard of an administrator: CSS kB gz': { atMost: 12 },
  'Dashboard of an administrator: LCP ms': { atMost: 700 },
  'Dashboard of an administrator: TBT ms': { atMost: 150 },
  'Directory, a page: p99 ms': { atMost: 10 },
  'Directory, 3+ characters: p99 ms': { atMost: 10 },
  'Directory, 2 characters: p99 ms': { atMost: 5 },
  '1,000 clients poll the metrics: server, % of a core': { atMost: 10 },
  '1,000 clients back after a kill: s': { atMost: 0.6 },
  'Soak: p99 ms': { atMost: 50 },
  'Soak: server MB': { atMost: 300 },
  'Soak: server, % of a core': { atMost: 40 },
};

const figures = new Map<string, number>();

/** Notes a figure for the table of goals at the end. */
export function recordFigure(name: string, value: number): void {
  figures.set(name, value);
}

const show = (value: number) => (value < 100 ? fixed(value, 2) : rounded(value));

/** The goals of the scenarios that ran. */
export function printGoals(): void {
  const rows = Object.entries(goals).flatMap(([name, limit]) => {
    const value = figures.get(name);
    if (value === undefined) return [];
    const [goal, ratio, isMet] =
      'atLeast' in limit
        ? [`≥ ${show(limit.atLeast)}`, value / limit.atLeast, value >= limit.atLeast]
        : [`≤ ${show(limit.atMost)}`, limit.atMost / value, value <= limit.atMost];
    return [[name, goal, show(value), `${fixed(ratio, 2)}×`, isMet ? 'met' : 'not met']];
  });
  if (rows.length > 0) {
    printTable('Goals', ['', 'goal', 'measured', 'of the goal', 'verdict'], rows);
  }
}
