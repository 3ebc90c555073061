import { Link } from 'wouter';
import { buttonClasses } from '../../../platform/web/ui/Button.tsx';
import { PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { drawingOf } from './drawingOf.ts';
import { featurePath, findFeature } from './features/all.ts';

interface Props {
  title: string;
  subtitle?: string;
  /** Slug of the feature page that describes the module. */
  slug?: string;
}

/** Placeholder page of a module that is not available yet. */
export default function ComingSoonPage({ title, subtitle, slug }: Props) {
  const feature = findFeature(slug);
  const Drawing = drawingOf(slug);
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <div className="@container mx-auto max-w-[80rem] p-4 md:p-6">
        <div className="grid items-center gap-8 @3xl:grid-cols-2 @3xl:py-10">
          <div>
            <h2 className="text-xl font-semibold text-text">Coming soon</h2>
            <p className="mt-2 max-w-[55ch] text-base text-muted text-pretty">
              {title} is not available yet. {feature?.lead}
            </p>
            {feature && (
              <Link
                href={featurePath(feature)}
                className={`${buttonClasses({ variant: 'secondary' })} mt-5`}
              >
                What it will do
              </Link>
            )}
          </div>
          <div className="rounded-md bg-sunken p-4">
            <Drawing />
          </div>
        </div>
      </div>
    </>
  );
}
