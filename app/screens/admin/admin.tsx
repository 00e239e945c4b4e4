import type { MetaArgs } from 'react-router'
import { AdminGate } from '#app/components/desk/admin-gate.tsx'
import { siteOfMatches } from '#app/components/use-site.ts'
import { Dashboard } from './dashboard.tsx'

export function meta({ matches }: MetaArgs) {
  const name = siteOfMatches(matches)?.site.series.name
  return [
    { title: name === undefined ? 'Admin Dashboard' : `${name} Admin Dashboard` },
    { name: 'robots', content: 'noindex' },
  ]
}

/** The organiser's desk. Specification 2, "/admin". Nothing of it is read before the gate. */
export default function Admin() {
  return (
    <AdminGate>
      <Dashboard />
    </AdminGate>
  )
}
