import { paperTime } from '../../../../platform/web/time/moments.ts';
import type { NoticeProof } from '../../contract/proof.ts';
import { kindNames } from '../../contract.ts';

const moment = (at: string | null) => (at ? paperTime(at) : '');

const standingLabels = {
  here: 'Not confirmed',
  left: 'No longer in the conversation',
  gone: 'Account inactive',
};

/** The original text, and who confirmed it when. */
export function ProofSheet({ proof }: { proof: NoticeProof }) {
  const confirmed = proof.people.filter(({ confirmedAt }) => confirmedAt !== null).length;
  const facts = [
    ['Author', proof.authorName],
    ['Conversation', proof.channelName || 'A private conversation'],
    ['Posted', moment(proof.postedAt)],
    ['Due', moment(proof.dueAt)],
    ['Closed', moment(proof.closedAt)],
    ['Message deleted', moment(proof.deletedAt)],
    ['Confirmed', `${confirmed} of ${proof.people.length}`],
  ].filter(([, value]) => value);
  return (
    <article className="flex flex-col gap-6">
      <header>
        <p className="text-sm text-muted">{kindNames[proof.kind]}</p>
        <h1 className="text-xl font-semibold wrap-anywhere">{proof.title}</h1>
      </header>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-base">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <p className="border-l-2 border-line pl-4 text-base wrap-anywhere whitespace-pre-wrap">
          {proof.text}
        </p>
        <p className="pt-3 text-xs text-muted">
          SHA-256 of the text: <span className="font-mono break-all">{proof.textSha256}</span>
        </p>
      </div>
      <People people={proof.people} />
    </article>
  );
}

function People({ people }: Pick<NoticeProof, 'people'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the keyboard scrolls it
    <section aria-label="People" tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table className="w-full text-left text-sm tabular-nums max-sm:min-w-[36rem]">
        <thead className="table-header-group border-b border-line">
          <tr>
            {['Person', 'Confirmed', 'IP address', 'Reminded', 'Escalated'].map((name) => (
              <th key={name} scope="col" className="py-2 pr-4 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.userId} className="break-inside-avoid border-b border-border align-top">
              <td className="py-1.5 pr-4">{person.name}</td>
              <td className="py-1.5 pr-4">
                {moment(person.confirmedAt) || standingLabels[person.standing]}
              </td>
              <td className="py-1.5 pr-4 font-mono text-xs">{person.confirmedFrom}</td>
              <td className="py-1.5 pr-4">{moment(person.remindedAt)}</td>
              <td className="py-1.5">{moment(person.escalatedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
