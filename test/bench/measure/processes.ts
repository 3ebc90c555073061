import fs from 'node:fs';

// Reads Linux's /proc.

const ticksPerSecond = 100;

interface Stat {
  pid: number;
  parent: number;
  /** Its own CPU time. */
  ownMs: number;
  /** That of its terminated children. */
  endedMs: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
    return {
      pid,
      parent: Number(fields[1]),
      ownMs: ((user + system) * 1000) / ticksPerSecond,
      endedMs: ((endedUser + endedSystem) * 1000) / ticksPerSecond,
    };
  } catch {
    return undefined; // It has ended.
  }
}

function descendantsOf(pid: number): Stat[] {
  const all = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const found = all.filter(({ parent }) => parent === pid);
  // The list grows during the loop by children of children.
  for (const child of found) found.push(...all.filter(({ parent }) => parent === child.pid));
  return found;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** The busy time of all cores since boot. */
export function machineBusyMs(): number {
  const line = fs.readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '';
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return ((user + nice + system + irq + softirq + steal) * 1000) / ticksPerSecond;
}

export interface Spent {
  wallMs: number;
  serverMs: number;
  /** The child processes of the server: its database, and what parses files. */
  databaseMs: number;
  /** This process. */
  generatorMs: number;
  /** The rest of the machine; the larger it is, the less reliable are the other figures. */
  elsewhereMs: number;
}

/** A child that ends counts as before: its time is then that of its parent's terminated children. */
const childrenMs = (pid: number): number =>
  (statOf(pid)?.endedMs ?? 0) +
  sum(descendantsOf(pid).map(({ ownMs, endedMs }) => ownMs + endedMs));

/** Starts measuring CPU time; the returned function reads what was spent since. */
export function countCpu(pid: number): () => Spent {
  const read = () => ({
    wallMs: performance.now(),
    serverMs: statOf(pid)?.ownMs ?? 0,
    databaseMs: childrenMs(pid),
    generatorMs: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
    busyMs: machineBusyMs(),
  });
  const before = read();
  return () => {
    const after = read();
    const wallMs = after.wallMs - before.wallMs;
    const serverMs = after.serverMs - before.serverMs;
    const databaseMs = after.databaseMs - before.databaseMs;
    const generatorMs = after.generatorMs - before.generatorMs;
    const elsewhereMs = after.busyMs - before.busyMs - serverMs - databaseMs - generatorMs;
    return { wallMs, serverMs, databaseMs, generatorMs, elsewhereMs: Math.max(0, elsewhereMs) };
  };
}

function kilobytes(file: string, field: string): number {
  try {
    const text = fs.readFileSync(file, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  } catch {
    return 0; // It has ended.
  }
}

export const residentMb = (pid: number) => kilobytes(`/proc/${pid}/status`, 'VmRSS') / 1024;

/** Memory of the child processes of a server, or of those that run this program; shared pages count once. */
export const familyMb = (pid: number, program = '') =>
  sum(
    descendantsOf(pid)
      .filter((child) => program === '' || commandOf(child.pid).includes(program))
      .map((child) => kilobytes(`/proc/${child.pid}/smaps_rollup`, 'Pss')),
  ) / 1024;

function commandOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // It has ended.
  }
}
