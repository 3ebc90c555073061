import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import type { Grants } from '../../../../platform/contract/access.ts';
import type { Headline as Name, Stats } from '../../contract.ts';
import { headlineOf } from '../labels.ts';
import { listOf } from './lists.ts';

interface Props {
  name: Name;
  stats: Stats;
  user: Grants;
}

/** A headline figure; links to the records it counts when the user may see them. */
export function Headline({ name, stats, user }: Props) {
  const figure = headlineOf(name, stats[name]);
  const list = listOf(name, stats, user);
  const look = 'mt-1 flex text-2xl font-semibold tabular-nums text-text';
  if (!list) return <p className={look}>{figure}</p>;
  return (
    <p className={look}>
      <Link
        href={list.href}
        aria-label={`${figure}: ${list.what}`}
        className="group flex items-center gap-1 text-text hover:text-accent hover:underline touch:-my-1 touch:min-h-10"
      >
        {figure}
        <ChevronRight aria-hidden="true" className="size-4 text-muted group-hover:text-accent" />
      </Link>
    </p>
  );
}
