import { describeAdminPage, PageHeading } from '#client/admin/page-heading.tsx'
import { ImportBatches } from './import-batches.tsx'

export const meta = describeAdminPage('Imports')

export default function Imports() {
  return <ImportBatches heading={PageHeading} />
}
