import { describeAdminPage, PageHeading } from '#client/admin/page-heading.tsx'
import { ImportBatches } from './import-batches.tsx'

export const meta = describeAdminPage('Imports')

/** The room of the lists that were imported; each import has a page of its own. */
export default function Imports() {
  return <ImportBatches heading={PageHeading} />
}
