import { createHash } from 'node:crypto';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Caller } from '../../../customers/server/public.ts';
import { prospectsAtMost } from '../../contract/adf.ts';
import type { Interest, Trade } from '../tables.ts';
import { callerOf } from './caller.ts';
import { commentsMaxLength, cut } from './text.ts';
import { lineOf, type Node, nodeOf, nodesOf, readTree, textOf } from './tree.ts';
import { interestOf, isTrade, tradeOf } from './vehicles.ts';

/** One prospect of an ADF message. */
export interface Prospect {
  externalId: string;
  interests: Interest[];
  trade: Trade | null;
  comments: string;
  caller: Caller;
}

const interestsAtMost = 5;

/** Reads all prospects of a message. Throws 400 with the place of the problem. */
export function readProspects(text: string): Prospect[] {
  const { adf } = readTree(text);
  const prospects = (adf as Node[]).flatMap((one) => nodesOf(one, 'prospect'));
  if (prospects.length === 0) throw invalid('This message contains no prospect.');
  if (prospects.length > prospectsAtMost) {
    throw invalid(`A message can contain at most ${prospectsAtMost} prospects.`);
  }
  const read = prospects.map((node, at) => readOne(node, at + 1));
  const ids = new Set(read.map(({ externalId }) => externalId));
  if (ids.size < read.length) throw invalid('Two prospects in this message have the same id.');
  return read;
}

function readOne(node: Node, place: number): Prospect {
  const vehicles = nodesOf(node, 'vehicle');
  const traded = vehicles.find(isTrade);
  const customer = nodeOf(node, 'customer');
  const caller = callerOf(nodeOf(customer, 'contact'), (problem) =>
    invalid(`Prospect ${place}: ${problem}`),
  );
  return {
    externalId: idOf(node),
    interests: vehicles
      .filter((vehicle) => !isTrade(vehicle))
      .slice(0, interestsAtMost)
      .map(interestOf),
    trade: traded ? tradeOf(traded) : null,
    comments: commentsOf(customer, vehicles),
    caller,
  };
}

/** The id given by the source; without one a hash of the content, so that repeats are still found. */
function idOf(node: Node): string {
  const ids = nodesOf(node, 'id').map((id) => lineOf(id, 200));
  const content = { ...node, '@status': '', requestdate: '' };
  return (
    ids.find((id) => id !== '') ??
    `sha256:${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`
  );
}

/** All comments, of the customer and of the vehicles. */
function commentsOf(customer: Node | undefined, vehicles: Node[]): string {
  const timeframe = lineOf(nodeOf(nodeOf(customer, 'timeframe'), 'description'), 200);
  const lines = [
    ...nodesOf(customer, 'comments').map(textOf),
    timeframe && `Time frame: ${timeframe}`,
    ...vehicles.flatMap((vehicle) => nodesOf(vehicle, 'comments').map(textOf)),
  ];
  return cut([...new Set(lines.filter((line) => line !== ''))].join('\n'), commentsMaxLength);
}
