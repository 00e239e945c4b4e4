import { PageHeading } from '#client/admin/page-heading.tsx'
import { ImportBatches } from './import-batches.tsx'

/** The list of imports; each kind of import has a page of its own. */
export function Imports() {
  return <ImportBatches heading={PageHeading} />
}
