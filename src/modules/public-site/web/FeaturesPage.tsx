import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import { drawingOf } from './drawingOf.ts';
import { ForecourtDrawing } from './drawings/ForecourtDrawing.tsx';
import { featurePath, features } from './features/all.ts';
import type { Feature } from './features/feature.ts';
import { PublicFrame } from './PublicFrame.tsx';

const always = [
  {
    heading: 'Access tailored to each person',
    text: 'Pages, features and stores are granted one by one. If you don’t have access to something, you don’t see it.',
  },
  {
    heading: 'Everyone stays up to date',
    text: 'Team chat with channels and direct messages, presence, and notifications are available on every page and update in real time.',
  },
  {
    heading: 'Built for all-day use',
    text: 'Six color themes, full keyboard support, and the same pages on a wide screen in the office and on a phone on the lot.',
  },
];

/** Overview of Forecourt with links to each feature. */
export default function FeaturesPage() {
  return (
    <PublicFrame title="Platform features">
      <section className="grid items-center gap-8 py-10 md:grid-cols-[5fr_6fr] md:gap-12 md:py-16">
        <div>
          <h1 className="text-2xl font-semibold text-balance">
            One place to run the dealership group
          </h1>
          <p className="mt-4 max-w-[60ch] text-lg text-muted text-pretty">
            Sales, service, parts, finance, HR and the back office of Ford, Hyundai and Chevrolet
            work on the same records, talk in the same place, and see what they need to see.
          </p>
        </div>
        <div className="rounded-md bg-sunken p-4">
          <ForecourtDrawing />
        </div>
      </section>
      <section aria-labelledby="parts">
        <h2 id="parts" className="text-xl font-semibold">
          Features
        </h2>
        <ul className="mt-4 border-t border-border">
          {features.map((feature) => (
            <FeatureRow key={feature.slug} feature={feature} />
          ))}
        </ul>
      </section>
      <section aria-label="Across Forecourt" className="mt-16 grid gap-8 md:grid-cols-3">
        {always.map(({ heading, text }) => (
          <div key={heading}>
            <h2 className="text-lg font-semibold text-balance">{heading}</h2>
            <p className="mt-2 text-base text-muted text-pretty">{text}</p>
          </div>
        ))}
      </section>
    </PublicFrame>
  );
}

function FeatureRow({ feature }: { feature: Feature }) {
  const Drawing = drawingOf(feature.slug);
  return (
    <li className="border-b border-border">
      <Link
        href={featurePath(feature)}
        className="group flex items-center gap-5 py-4 hover:no-underline md:gap-8"
      >
        <span aria-hidden="true" className="w-28 shrink-0 rounded-md bg-sunken p-1.5 sm:w-36">
          <Drawing />
        </span>
        <span className="grid min-w-0 flex-1 gap-1 md:grid-cols-[2fr_3fr] md:items-center md:gap-8">
          <span className="text-lg font-semibold text-text group-hover:text-accent">
            {feature.title}
          </span>
          <span className="text-base text-muted text-pretty">{feature.summary}</span>
        </span>
        <ArrowRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-[translate] group-hover:translate-x-0.5"
        />
      </Link>
    </li>
  );
}
