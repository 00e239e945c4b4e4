import { ForRole } from '#client/admin/for-role.tsx'
import { PartnerLinks } from '#features/partner-links/admin/partner-links.tsx'
import { ReportsPage } from '#features/reports/admin/reports-page.tsx'

export { meta } from '#features/reports/admin/reports-page.tsx'

/** The statistics page, with the sections of features that need the feature `reports` themselves. */
export default function StatisticsPage() {
  return (
    <ReportsPage>
      <ForRole needs="editor">
        <PartnerLinks />
      </ForRole>
    </ReportsPage>
  )
}
