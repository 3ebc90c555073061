import { createHash } from 'node:crypto';
import { invalid } from '../../../../platform/server/http/errors.ts';
import type { Caller } from '../../../customers/server/public.ts';
import { prospectsAtMost } from '../../contract/adf.ts';
import type { Interest, Trade } from '../tables.ts';
import { callerOf } from './caller.ts';
import { commentsMaxLength, cut } from './text.ts';
import { attributeOf, lineOf, type Node, nodeOf, nodesOf, readTree, textOf } from './tree.ts';
import { interestOf, isTrade, tradeOf } from './vehicles.ts';

/** What a source hands in of one customer’s wish. */
export interface Prospect {
  externalId: string;
  isResent: boolean;
  interests: Interest[];
  trade: Trade | null;
  comments: string;
  caller: Caller;
}

const interestsAtMost = 5;

/** Everybody the message is about. Throws 400 with a sentence that says where it is wrong. */
export function readProspects(text: string): Prospect[] {
  const { adf } = readTree(text);
  const prospects = (adf as Node[]).flatMap((one) => nodesOf(one, 'prospect'));
  if (prospects.length === 0) throw invalid('There is no prospect in this message.');
  if (prospects.length > prospectsAtMost) {
    throw invalid(`A message may have at most ${prospectsAtMost} prospects.`);
  }
  const read = prospects.map((node, at) => readOne(node, at + 1));
  const ids = new Set(read.map(({ externalId }) => externalId));
  if (ids.size < read.length) throw invalid('Two prospects of this message have the same id.');
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
    isResent: attributeOf(node, 'status') === 'resend',
    interests: vehicles
      .filter((vehicle) => !isTrade(vehicle))
      .slice(0, interestsAtMost)
      .map(interestOf),
    trade: traded ? tradeOf(traded) : null,
    comments: commentsOf(customer, vehicles),
    caller,
  };
}

/** The source’s own number; of one without, what it says, so that a repeated send is found all the same. */
function idOf(node: Node): string {
  const told = nodesOf(node, 'id').map((id) => lineOf(id, 200));
  const words = { ...node, '@status': '', requestdate: '' };
  return (
    told.find((id) => id !== '') ??
    `sha256:${createHash('sha256').update(JSON.stringify(words)).digest('hex')}`
  );
}

/** What somebody wrote, wherever it stands. */
function commentsOf(customer: Node | undefined, vehicles: Node[]): string {
  const timeframe = lineOf(nodeOf(nodeOf(customer, 'timeframe'), 'description'), 200);
  const said = [
    ...nodesOf(customer, 'comments').map(textOf),
    timeframe && `Time frame: ${timeframe}`,
    ...vehicles.flatMap((vehicle) => nodesOf(vehicle, 'comments').map(textOf)),
  ];
  return cut([...new Set(said.filter((line) => line !== ''))].join('\n'), commentsMaxLength);
}
