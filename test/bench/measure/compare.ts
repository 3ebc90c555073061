import { recordFigure } from './goals.ts';
import type { Spent } from './processes.ts';
import { untilQuiet } from './quiet.ts';
import { median, quantile } from './statistics.ts';
import { fixed, printTable, rounded, times } from './table.ts';

/** The result of one run, and its cost. */
export interface Sample {
  /** The number of deliveries, posts, …: what the rate counts. */
  count: number;
  spent: Spent;
  latenciesMs: number[];
}

export interface Pair<A extends Sample, B extends Sample> {
  ours: A[];
  floor: B[];
}

export const rounds = Number(process.env.ROUNDS ?? 4);

/**
 * Runs each several times without counting. A server that has just started spends up to twice as much on a request: its
 * code is still being compiled.
 */
export async function warmUp(...runs: (() => Promise<unknown>)[]): Promise<void> {
  for (const run of runs) for (let time = 0; time < 5; time++) await run();
}

/** The share of one core that other programs may use in a valid round. */
const calmShare = 0.3;
const disturbance = (samples: Sample[]) =>
  Math.max(...samples.map(({ spent }) => spent.elsewhereMs / spent.wallMs));

async function whenQuiet<T>(run: () => Promise<T>): Promise<T> {
  await untilQuiet();
  return run();
}

/**
 * Runs both as A-B-B-A, so that drift affects both equally. While other programs interfere, it runs up to twice as many
 * rounds; the calmest ones count.
 */
export async function alternate<A extends Sample, B extends Sample>(
  runOurs: () => Promise<A>,
  runFloor: () => Promise<B>,
): Promise<Pair<A, B>> {
  const done: { ours: A; floor: B; disturbed: number }[] = [];
  const calm = () => done.filter(({ disturbed }) => disturbed < calmShare).length;
  for (let round = 0; calm() < rounds && round < 2 * rounds; round++) {
    const floorFirst = round % 2 === 1 && { floor: await whenQuiet(runFloor) };
    const ours = await whenQuiet(runOurs);
    const { floor } = floorFirst || { floor: await whenQuiet(runFloor) };
    done.push({ ours, floor, disturbed: disturbance([ours, floor]) });
  }
  const calmest = done.sort((a, b) => a.disturbed - b.disturbed).slice(0, rounds);
  return { ours: calmest.map(({ ours }) => ours), floor: calmest.map(({ floor }) => floor) };
}

const perSecond = ({ count, spent }: Sample) => (count / spent.wallMs) * 1000;
const each = (samples: Sample[], of: (sample: Sample) => number) => median(samples.map(of));
const latency = (samples: Sample[]) =>
  [0.5, 0.99]
    .map((part) => each(samples, ({ latenciesMs }) => quantile(latenciesMs, part)))
    .map((ms) => fixed(ms, 2))
    .join(' / ');
const cpu = (samples: Sample[], of: (spent: Spent) => number) =>
  each(samples, ({ spent, count }) => (of(spent) * 1000) / count);
const micros = (us: number) => fixed(us, us < 20 ? 2 : 0);
const most = (samples: Sample[], which: 'generatorMs' | 'elsewhereMs') =>
  `${rounded(100 * Math.max(...samples.map(({ spent }) => spent[which] / spent.wallMs)))} %`;

/** Notes the figures of a pair that goals are about. */
export function recordPair(
  name: string,
  { ours, floor }: Pair<Sample, Sample>,
  many: string,
  one: string,
): void {
  const ratios = ours.map((sample, round) => perSecond(sample) / perSecond(floor[round] ?? sample));
  recordFigure(`${name}: ÷ bare`, median(ratios));
  recordFigure(`${name}: ${many}/s`, each(ours, perSecond));
  recordFigure(
    `${name}: server µs/${one}`,
    cpu(ours, ({ serverMs }) => serverMs),
  );
  for (const part of [50, 99]) {
    const ms = each(ours, ({ latenciesMs }) => quantile(latenciesMs, part / 100));
    recordFigure(`${name}: p${part} ms`, ms);
  }
}

function rowOf(name: string, { ours, floor }: Pair<Sample, Sample>): string[] {
  const ratios = ours.map((sample, round) => perSecond(sample) / perSecond(floor[round] ?? sample));
  const server = cpu(ours, ({ serverMs }) => serverMs);
  const database = cpu(ours, ({ databaseMs }) => databaseMs);
  const floorCpu = cpu(floor, ({ serverMs, databaseMs }) => serverMs + databaseMs);
  return [
    name,
    times(median(ratios)),
    `${fixed(Math.min(...ratios), 2)}–${fixed(Math.max(...ratios), 2)}`,
    times((server + database) / floorCpu),
    rounded(each(ours, perSecond)),
    rounded(each(floor, perSecond)),
    latency(ours),
    latency(floor),
    `${micros(server)} +${micros(database)}`,
    micros(floorCpu),
    most([...ours, ...floor], 'generatorMs'),
    most([...ours, ...floor], 'elsewhereMs'),
  ];
}

interface Labels {
  title: string;
  /** The counted thing, singular and plural. */
  one: string;
  many: string;
  floor: string;
}

/** One line per pair: the ratios, then their components. */
export function printPairs(
  { title, one, many, floor }: Labels,
  pairs: Map<string, Pair<Sample, Sample>>,
): void {
  const headings = [
    '',
    `÷ ${floor}`,
    'min–max',
    `CPU ÷ ${floor}`,
    `${many}/s`,
    floor,
    'p50 / p99 ms',
    floor,
    `CPU µs/${one} +PostgreSQL`,
    floor,
    'generator',
    'elsewhere',
  ];
  printTable(
    title,
    headings,
    [...pairs].map(([name, pair]) => rowOf(name, pair)),
  );
  console.log(
    `Medians of the ${rounds} calmest rounds, A-B-B-A. Generator and elsewhere: the most that the load ` +
      'generator and other programs took of one core.',
  );
}
