import { daysOf } from '../state/labels.ts';

interface Props {
  away: readonly { name: string; startsOn: string; endsOn: string }[];
}

/** Who else in the department is away. */
export function AwayList({ away }: Props) {
  if (away.length === 0) return null;
  return (
    <div className="text-sm">
      <p className="text-muted">Also away from this department</p>
      <ul className="text-text">
        {away.map(({ name, startsOn, endsOn }) => (
          <li key={`${name} ${startsOn}`} className="tabular-nums">
            {`${name}, ${daysOf(startsOn, endsOn)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
