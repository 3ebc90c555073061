import type { ComponentProps } from 'react';
import DocumentsPage from '../modules/documents/web/DocumentsPage.tsx';
import { PolicySection } from '../modules/policies/web/PolicySection.tsx';

/** The documents page, with the acknowledgments of each policy. */
export default function Documents(props: Omit<ComponentProps<typeof DocumentsPage>, 'Policy'>) {
  return <DocumentsPage {...props} Policy={PolicySection} />;
}
