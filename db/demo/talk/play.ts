import { type Random, stream } from '../random.ts';
import { castFor } from './cast.ts';
import { before, type Hours } from './clock.ts';
import { scheduleThread, type Window } from './schedule.ts';
import type { Thread } from './script.ts';
import { fill, type Scene } from './slots.ts';

export interface Line {
  sender: string;
  at: Date;
  content: string;
  /** The line it answers in a thread. */
  root: Line | null;
  reactions: { emoji: string; people: string[] }[];
  pinnedBy: string | null;
  /** What it said at first. */
  was: string | null;
  /** Of a poll. */
  options: { text: string; people: string[] }[];
}

export interface Stage {
  /** Names the streams: the same stage plays the same way. */
  name: string;
  asOf: Date;
  hours: Hours;
  names: Scene['names'];
}

/** Threads whose every turn says how long ago it was. */
export function playLatest(stage: Stage, threads: readonly Thread[]): Line[] {
  return threads.flatMap((thread, index) => {
    const random = stream(`${stage.name}/latest`, index);
    const times = thread.turns.map((turn) =>
      before(stage.hours, stage.asOf, (turn.ago ?? 0) + random.next() * 0.9),
    );
    return perform(stage, thread, times, random, 0);
  });
}

/** Threads spread over the opening time of a window, each as often as it says. */
export function playMonth(stage: Stage, threads: readonly Thread[], window: Window): Line[] {
  const order = stream(`${stage.name}/order`).shuffle([...threads.entries()]);
  const bookings = order.flatMap(([index, thread], place) =>
    Array.from({ length: thread.uses }, (_, use) => ({
      thread,
      index,
      use,
      share: ((place + 0.5) / order.length + use / thread.uses) % 1,
    })),
  );
  const taken: Date[][] = [];
  return bookings.flatMap(({ thread, index, use, share }) => {
    const random = stream(`${stage.name}/thread`, `${index}.${use}`);
    const jitter = (random.next() - 0.5) / bookings.length;
    const wanted = Math.min(0.995, Math.max(0.005, share + jitter));
    const times = scheduleThread(thread, window, wanted, taken, random);
    if (!times) return [];
    taken.push(times);
    return perform(stage, thread, times, random, use + index);
  });
}

function perform(
  stage: Stage,
  thread: Thread,
  times: Date[],
  random: Random,
  variant: number,
): Line[] {
  const cast = castFor(thread.store, random);
  const said = new Map([['writtenAt', String(times[0]?.getTime())]]);
  const scene: Scene = { ...stage, cast, random, variant, said };
  const who = (speaker: string) => cast.roles.get(speaker) ?? speaker;
  let root: Line | null = null;
  return times.flatMap((at, index) => {
    const turn = thread.turns[index];
    if (!turn) return [];
    const { reactions, pinnedBy, was, options } = turn;
    const line: Line = {
      sender: who(turn.speaker),
      at,
      content: fill(turn.text, scene, at),
      root: turn.inThread ? root : null,
      reactions: reactions.map(({ emoji, speakers }) => ({ emoji, people: speakers.map(who) })),
      pinnedBy: pinnedBy && who(pinnedBy),
      was: was && fill(was, scene, at),
      options: options.map(({ text, speakers }) => ({ text, people: speakers.map(who) })),
    };
    if (!turn.inThread) root = line;
    return [line];
  });
}
