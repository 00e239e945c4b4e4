import { describeAdminPage } from '#client/admin/page-heading.tsx'
import { Settings } from '#features/administrators/admin/settings.tsx'
import { HealthSection } from '#features/health/admin/health-section.tsx'

export const meta = describeAdminPage('Settings')

/** Who may enter and how the site is set up; its health looks at what many capabilities stand on. */
export default function SettingsPage() {
  return (
    <Settings>
      <HealthSection />
    </Settings>
  )
}
