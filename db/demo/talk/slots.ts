import type { Random } from '../random.ts';
import type { Cast } from './cast.ts';
import { dayMs, type Hours } from './clock.ts';
import { calendarSlot } from './dates.ts';
import { colors, familyNames, givenNames, rooftops, usedModels } from './stockroom.ts';

export interface Scene {
  asOf: Date;
  hours: Hours;
  cast: Cast;
  random: Random;
  /** Which of `[[one|two]]` is read: the same place in each, so that answers fit questions. */
  variant: number;
  /** What a slot became stays so for the thread. */
  said: Map<string, string>;
  /** Names by username, first and full. */
  names: ReadonlyMap<string, { first: string; full: string }>;
}

const choices = /\[\[(.+?)\]\]/gs;
const slots = /\{([^{}]+)\}/g;
const mentions = /@([a-z0-9_.]*[a-z0-9])/g;

/** What is really said at `at`: alternatives chosen, slots filled, roles mentioned by username. */
export function fill(text: string, scene: Scene, at: Date): string {
  return text
    .replace(choices, (_, list: string) => {
      const options = list.split('|');
      return options[scene.variant % options.length]?.trim() ?? '';
    })
    .replace(slots, (_, slot: string) => {
      const said = scene.said.get(slot) ?? say(slot, scene, at);
      scene.said.set(slot, said);
      return said;
    })
    .replace(mentions, (_, name: string) => `@${scene.cast.roles.get(name) ?? name}`);
}

function say(slot: string, scene: Scene, at: Date): string {
  const role = scene.cast.roles.get(slot.replace('.full', ''));
  const name = role && scene.names.get(role);
  if (name) return slot.endsWith('.full') ? name.full : name.first;
  const [, word = '', argument = ''] = /^([a-zA-Z$]+)\d?(?::(.*))?$/.exec(slot) ?? [];
  const said =
    lotSlot(word, scene) ??
    numberSlot(word, argument, scene.random) ??
    calendarSlot(word, argument, scene.hours, at);
  if (said === null) throw new Error(`Nobody knows what {${slot}} means`);
  return said;
}

function lotSlot(word: string, scene: Scene): string | null {
  const { random, cast, said } = scene;
  const here = rooftops[cast.store];
  const year = scene.asOf.getUTCFullYear();
  switch (word) {
    case 'store':
      return here.short;
    case 'Store':
      return here.full;
    case 'there':
      return rooftops[cast.otherStore].short;
    case 'stock':
      return `${here.letter}N${year % 100}${random.int(1000, 2400)}`;
    case 'ustock':
      return `${here.letter}${random.pick(['U', 'P'])}${year % 100}${random.int(1000, 1800)}`;
    case 'trade':
      return `${said.get('stock') ?? `${here.letter}N${year % 100}${random.int(1000, 2400)}`}A`;
    case 'ro':
      return repairOrder(scene, 0);
    case 'oldro':
      return repairOrder(scene, random.int(10, 22));
    case 'model':
      return unusedOf(here.models, scene);
    case 'used':
      return `${year - random.int(2, 7)} ${unusedOf(usedModels, scene)}`;
    case 'color':
      return random.pick(colors);
    case 'cust':
      return unusedOf(familyNames, scene);
    case 'buyer':
      return `${random.pick(givenNames)} ${random.pick(familyNames)}`;
    default:
      return null;
  }
}

function numberSlot(word: string, argument: string, random: Random): string | null {
  switch (word) {
    case 'phone':
      return `(${random.pick(['316', '620', '785', '913'])}) 555-01${random.int(10, 99)}`;
    case 'row':
      return `${random.pick(['A', 'B', 'C', 'D', 'E'])}${random.int(1, 14)}`;
    case 'n':
      return integerIn(argument, random).toString();
    case '$':
      return `$${integerIn(argument, random).toLocaleString('en-US')}`;
    default:
      return null;
  }
}

/** `2-6` or `1200-2600-50`: from, to, step; what follows a colon only tells two apart. */
function integerIn(argument: string, random: Random): number {
  const [from = 0, to = 0, step = 1] = (argument.split(':')[0] ?? '').split('-').map(Number);
  return from + step * random.int(0, Math.floor((to - from) / step));
}

/** Numbers run up to the present, about 50 a working day. */
function repairOrder(scene: Scene, daysOlder: number): string {
  const { said, asOf, random } = scene;
  const writtenAt = Number(said.get('writtenAt') ?? asOf.getTime());
  const daysAgo = (asOf.getTime() - writtenAt) / dayMs + daysOlder;
  const newest = rooftops[scene.cast.store].roNow - Math.round(daysAgo * 43);
  const numbers = Array.from({ length: 38 }, (_, index) => String(newest - index));
  return unusedOf(numbers, { said, random });
}

/** One of the list that the thread has not named yet. */
function unusedOf(
  list: readonly string[],
  { said, random }: Pick<Scene, 'said' | 'random'>,
): string {
  const named = [...said.values()].join(' ');
  return random.pick(list.filter((item) => !named.includes(item)));
}
