import { PageHeading } from '#client/admin/page-heading.tsx'
import { ImportBatches } from './import-batches.tsx'

export function Imports() {
  return <ImportBatches heading={PageHeading} />
}
