import { Navigate, useParams } from 'react-router'
import { describeAdminPage } from '#client/admin/page-heading.tsx'
import { ApiKeys } from '#features/api-keys/admin/api-keys.tsx'
import { Webhooks } from '#features/webhooks/admin/webhooks.tsx'

export const meta = describeAdminPage('Integrations')

/**
 * Programs that are told what happens here, and the keys of those that call. One route for both: each costs every
 * visitor of the front page a line.
 */
export default function IntegrationsPage() {
  const { part } = useParams()
  if (part === undefined) return <Webhooks />
  return part === 'keys' ? <ApiKeys /> : <Navigate to="/admin/integrations" replace />
}
