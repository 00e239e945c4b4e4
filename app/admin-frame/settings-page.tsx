import { Navigate, useParams } from 'react-router'
import { describeAdminPage } from '#client/admin/page-heading.tsx'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Settings } from '#features/administrators/admin/settings.tsx'

export const meta = describeAdminPage('Settings')

/** Seldom looked at: of its own, it costs no visitor a line of the manifest. */
const Health = lazyChunk(
  async () => (await import('#features/health/admin/health.tsx')).Health,
  <Skeleton className="mt-8 h-96" />,
)

/** The settings, and what the site stands on at `/admin/settings/health`. */
export default function SettingsPage() {
  const { part } = useParams()
  if (part === undefined) return <Settings />
  return part === 'health' ? <Health /> : <Navigate to="/admin/settings" replace />
}
