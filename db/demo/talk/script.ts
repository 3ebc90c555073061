export interface Turn {
  /** A role of the cast, or a username. */
  speaker: string;
  /** After the turn before: minutes of opening time, the next open day, or (null) by chance. */
  gap: number | 'next' | null;
  /** Fixed instead: minutes of opening time before the present. */
  ago: number | null;
  text: string;
  /** Said in the thread of the last turn before it that is not. */
  inThread: boolean;
  /** Who answered it with an emoji. */
  reactions: { emoji: string; speakers: string[] }[];
  pinnedBy: string | null;
  /** What it said until somebody saw the mistake. */
  was: string | null;
  /** Of a poll, each with who chose it. */
  options: { text: string; speakers: string[] }[];
}

export interface Thread {
  turns: Turn[];
  /** Larkfield store it plays at; null: any. */
  store: string | null;
  /** How often it may happen in the window. */
  uses: number;
  /** Months it makes sense in, 1–12; null: any. */
  months: number[] | null;
  /** Minute of the day it starts at, for what runs by the clock. */
  clock: number | null;
  sunday: boolean;
}

const turnLine = /^(> )?([a-z0-9_.]+)(?: (\+\S+|-\d+))?: (.+)$/;

/**
 * Threads as they are read: a blank line between two, a line such as `# store=ford x2 months=12,1
 * clock=05:30 sunday` above one, and a turn per line, `speaker +20: words`. Indented lines go on
 * with it; `  | ` and `  - ` on a new line. `> speaker …` answers in the thread of what stands above;
 * below a turn `~ 👍 gm manager` are reactions, `~ pin gm` and `~ was: words` what else became of it,
 * and each `~ option words: gm manager` is a choice of the poll that it is.
 */
export function readThreads(script: string): Thread[] {
  return script
    .trim()
    .split(/\n\s*\n/)
    .map((block) => readThread(block.split('\n')));
}

function readThread(lines: string[]): Thread {
  const head = lines[0]?.startsWith('#') ? (lines[0] ?? '') : '';
  const turns: Turn[] = [];
  for (const line of head ? lines.slice(1) : lines) {
    const last = turns.at(-1);
    if (line.startsWith('  ') && last) last.text += continued(line.trim());
    else if (line.startsWith('~ ') && last) annotate(last, line.slice(2));
    else turns.push(readTurn(line));
  }
  return { turns, ...readHead(head) };
}

function continued(line: string): string {
  if (line === '|') return '\n';
  if (line.startsWith('| ')) return `\n${line.slice(2)}`;
  return /^(- |\d+\. )/.test(line) ? `\n${line}` : ` ${line}`;
}

function annotate(turn: Turn, note: string): void {
  const [word = '', ...speakers] = note.split(' ');
  if (word === 'option') addOption(turn, speakers.join(' '));
  else if (word === 'was:') turn.was = speakers.join(' ');
  else if (word === 'pin') turn.pinnedBy = speakers[0] ?? null;
  else turn.reactions.push({ emoji: word, speakers });
}

function addOption(turn: Turn, option: string): void {
  const [text = '', who = ''] = option.split(': ');
  turn.options.push({ text, speakers: who.split(' ').filter(Boolean) });
}

function readTurn(line: string): Turn {
  const [, hook, speaker, when, text] = turnLine.exec(line) ?? [];
  if (!speaker || !text) throw new Error(`Not a turn: ${line}`);
  const ago = when?.startsWith('-') ? Number(when.slice(1)) : null;
  return {
    speaker,
    ago,
    gap: when?.startsWith('+') ? readGap(when.slice(1)) : null,
    text,
    inThread: hook !== undefined,
    reactions: [],
    pinnedBy: null,
    was: null,
    options: [],
  };
}

function readGap(gap: string): number | 'next' {
  if (gap === 'next') return gap;
  const minutes = gap.endsWith('h') ? Number(gap.slice(0, -1)) * 60 : Number(gap);
  if (!(minutes >= 0)) throw new Error(`Not a gap: ${gap}`);
  return minutes;
}

function readHead(head: string): Omit<Thread, 'turns'> {
  const words = head.slice(1).split(' ').filter(Boolean);
  const value = (name: string) =>
    words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const [hour, minute] = value('clock')?.split(':').map(Number) ?? [];
  return {
    store: value('store') ?? null,
    uses: Number(words.find((word) => /^x\d$/.test(word))?.slice(1) ?? 1),
    months: value('months')?.split(',').map(Number) ?? null,
    clock: hour === undefined ? null : hour * 60 + (minute ?? 0),
    sunday: words.includes('sunday'),
  };
}
