import type { TeamChannel } from './channels.ts';
import { leadersDirect } from './latest/direct-leaders.ts';
import { staffDirect } from './latest/direct-staff.ts';
import { latestGeneral } from './latest/general.ts';
import { latestIntegrations } from './latest/integrations.ts';
import { latestManagement } from './latest/management.ts';
import { latestSales } from './latest/sales.ts';
import { latestService } from './latest/service.ts';
import { demoChannels } from './other-channels.ts';
import { demoPeople } from './people.ts';
import { stream } from './random.ts';
import {
  dayMs,
  type Hours,
  minuteMs,
  officeHours,
  salesHours,
  serviceHours,
  storeHours,
} from './talk/clock.ts';
import { type Line, playLatest, playMonth, type Stage } from './talk/play.ts';
import { readThreads } from './talk/script.ts';
import { generalTalk } from './threads/general.ts';
import { integrationTalk } from './threads/integrations.ts';
import { managementTalk } from './threads/management.ts';
import { salesDelivery } from './threads/sales-delivery.ts';
import { salesDesk } from './threads/sales-desk.ts';
import { salesFloor } from './threads/sales-floor.ts';
import { serviceDrive } from './threads/service-drive.ts';
import { serviceParts } from './threads/service-parts.ts';
import { serviceShop } from './threads/service-shop.ts';
import { uuidv7 } from './uuid.ts';

/** Two usernames, or the key of a room. */
export type DemoChannel = TeamChannel | { direct: [string, string] } | { room: string };

export interface DemoMessage {
  channel: DemoChannel;
  /** Username. */
  sender: string;
  content: string;
  at: Date;
  clientMsgId: string;
  /** The message in whose thread it is. */
  root: DemoMessage | null;
  reactions: { emoji: string; people: string[] }[];
  pinned: { by: string; at: Date } | null;
  /** What it said before, and until when. */
  edited: { was: string; at: Date } | null;
  /** Of a poll, with who chose each; empty where nothing is asked. */
  options: { text: string; people: string[] }[];
}

interface Programme {
  channel: TeamChannel;
  hours: Hours;
  month: string[];
  latest: string;
}

const windowDays = 30;

const programmes: Programme[] = [
  { channel: 'general', hours: storeHours, month: [generalTalk], latest: latestGeneral },
  {
    channel: 'sales',
    hours: salesHours,
    month: [salesFloor, salesDesk, salesDelivery],
    latest: latestSales,
  },
  {
    channel: 'service',
    hours: serviceHours,
    month: [serviceDrive, serviceShop, serviceParts],
    latest: latestService,
  },
  { channel: 'management', hours: officeHours, month: [managementTalk], latest: latestManagement },
  {
    channel: 'integrations',
    hours: officeHours,
    month: [integrationTalk],
    latest: latestIntegrations,
  },
];

/** A month of talk up to `asOf`, oldest first; the newest of every conversation is hand-written. */
export function demoMessages(asOf: Date): DemoMessage[] {
  const names = new Map(
    demoPeople().map(({ username, firstName, lastName }) => [
      username,
      { first: firstName, full: `${firstName} ${lastName}` },
    ]),
  );
  const team = programmes.flatMap(({ channel, hours, month, latest }) =>
    sent(
      channel,
      channel,
      channelLines({ name: channel, asOf, hours, names }, month, latest),
      asOf,
    ),
  );
  const direct = [...leadersDirect, ...staffDirect].flatMap(({ between, script }) => {
    const name = between.join('+');
    const stage = { name, asOf, hours: storeHours, names };
    const lines = playLatest(stage, readThreads(`# store=ford\n${script.trim()}`));
    return sent({ direct: [...between] }, name, lines, asOf);
  });
  const rooms = demoChannels.flatMap(({ key, script }) => {
    const lines = playLatest({ name: key, asOf, hours: storeHours, names }, readThreads(script));
    return sent({ room: key }, key, lines, asOf);
  });
  return [...team, ...direct, ...rooms].sort((a, b) => a.at.getTime() - b.at.getTime());
}

function channelLines(stage: Stage, month: string[], latest: string): Line[] {
  const end = playLatest(stage, readThreads(latest));
  const until = new Date(Math.min(...end.map(({ at }) => at.getTime())));
  const from = new Date(stage.asOf.getTime() - windowDays * dayMs);
  const window = { hours: stage.hours, from, until };
  return [...playMonth(stage, month.flatMap(readThreads), window), ...end];
}

/** In order, no two at the same instant, each with an id of its own. */
function sent(channel: DemoChannel, name: string, lines: Line[], asOf: Date): DemoMessage[] {
  let last = 0;
  const told = new Map<Line, DemoMessage>();
  for (const [index, line] of lines.toSorted((a, b) => a.at.getTime() - b.at.getTime()).entries()) {
    last = Math.max(line.at.getTime(), last + 1000);
    const at = new Date(last);
    const { sender, content, reactions, pinnedBy, was, options } = line;
    told.set(line, {
      channel,
      sender,
      content,
      at,
      clientMsgId: uuidv7(at, stream(`${name}/message`, index)),
      root: (line.root && told.get(line.root)) ?? null,
      reactions,
      pinned: pinnedBy === null ? null : { by: pinnedBy, at: later(at, 6, asOf) },
      options,
      edited: was === null ? null : { was, at: later(at, 2, asOf) },
    });
  }
  return [...told.values()];
}

const later = (at: Date, minutes: number, asOf: Date) =>
  new Date(Math.min(at.getTime() + minutes * minuteMs, asOf.getTime()));
