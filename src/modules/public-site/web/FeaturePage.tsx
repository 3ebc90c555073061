import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import { drawingOf } from './drawingOf.ts';
import { featurePath, features, findFeature } from './features/all.ts';
import type { Feature } from './features/feature.ts';
import { PublicFrame } from './PublicFrame.tsx';

/** Describes one feature of Forecourt to visitors. */
export default function FeaturePage({ slug }: { slug: string }) {
  const feature = findFeature(slug);
  if (!feature) throw new Error(`No feature page with slug ${slug}`);
  const Drawing = drawingOf(feature.slug);
  return (
    <PublicFrame title={feature.title}>
      <nav aria-label="Breadcrumb" className="pt-6">
        <Link
          href="/public/features"
          className="inline-flex items-center gap-2 rounded-sm text-base text-accent"
        >
          <ArrowLeft aria-hidden="true" className="size-4" /> All features
        </Link>
      </nav>
      <section className="grid items-center gap-8 pt-6 pb-10 md:grid-cols-[5fr_6fr] md:gap-12 md:pb-14">
        <div>
          <h1 className="text-2xl font-semibold text-balance">{feature.title}</h1>
          <p className="mt-4 max-w-[60ch] text-lg text-muted text-pretty">{feature.lead}</p>
        </div>
        <div className="rounded-md bg-sunken p-4">
          <Drawing />
        </div>
      </section>
      <dl className="border-t border-border">
        {feature.sections.map(({ heading, text }) => (
          <div
            key={heading}
            className="grid gap-1 border-b border-border py-5 md:grid-cols-[5fr_6fr] md:gap-12"
          >
            <dt className="text-lg font-semibold">{heading}</dt>
            <dd className="max-w-[65ch] text-base text-muted text-pretty">{text}</dd>
          </div>
        ))}
      </dl>
      <People people={feature.people} />
      <Neighbors feature={feature} />
    </PublicFrame>
  );
}

function People({ people }: Pick<Feature, 'people'>) {
  return (
    <section aria-labelledby="people" className="mt-12">
      <h2 id="people" className="text-xl font-semibold">
        Who uses it
      </h2>
      <ul className="mt-4 grid gap-x-12 gap-y-5 sm:grid-cols-2">
        {people.map(({ who, what }) => (
          <li key={who}>
            <span className="block text-base font-semibold">{who}</span>
            <span className="block text-base text-muted">{what}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Neighbors({ feature }: { feature: Feature }) {
  const place = features.indexOf(feature);
  const previous = features.at(place - 1);
  const next = features[(place + 1) % features.length];
  const look = 'inline-flex items-center gap-2 rounded-sm text-base font-medium text-accent';
  return (
    <nav aria-label="Other features" className="mt-12 flex flex-wrap justify-between gap-4">
      {previous && (
        <Link href={featurePath(previous)} className={look}>
          <ArrowLeft aria-hidden="true" className="size-4" /> {previous.title}
        </Link>
      )}
      {next && (
        <Link href={featurePath(next)} className={look}>
          {next.title} <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </nav>
  );
}
