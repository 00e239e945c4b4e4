import { ForRole } from '#client/admin/for-role.tsx'
import { Card } from '#client/ui/card.tsx'
import { Funnel } from '#features/funnel/admin/funnel.tsx'
import { PartnerLinks } from '#features/partner-links/admin/partner-links.tsx'
import { ReportsPage } from '#features/reports/admin/reports-page.tsx'

export { meta } from '#features/reports/admin/reports-page.tsx'

/** The statistics page, with the sections of features that need the feature `reports` themselves. */
export default function StatisticsPage() {
  return (
    <ReportsPage>
      <Card className="min-w-0 p-4 sm:p-5">
        <h2 className="text-subheading">Where people come from</h2>
        <p className="mt-1.5 text-small text-muted">
          Views and opened forms are anonymous counts, not visitors. All other numbers open a list.
        </p>
        <Funnel />
      </Card>
      <ForRole needs="editor">
        <PartnerLinks />
      </ForRole>
    </ReportsPage>
  )
}
