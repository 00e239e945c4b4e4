import { Fragment } from 'react'
import { Navigate, useParams } from 'react-router'
import { ForRole } from '#client/admin/for-role.tsx'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Administrators } from '#features/administrators/admin/administrators.tsx'
import { Settings } from '#features/administrators/admin/settings.tsx'
import { describeSection } from './describe-section.ts'

export const meta = describeSection

const loading = <Skeleton className="mt-8 h-96" />
// Import these pages dynamically: static imports would add their chunks to the route manifest, which even the front
// page loads.
const EventDefaults = lazyChunk(
  async () =>
    (await import('#features/event-defaults/admin/event-defaults-page.tsx')).EventDefaultsPage,
  loading,
)
const FormQuestions = lazyChunk(
  async () =>
    (await import('#features/form-questions/admin/form-questions-section.tsx'))
      .FormQuestionsSection,
  loading,
)
const SeriesFeedback = lazyChunk(
  async () =>
    (await import('#features/feedback/admin/series-feedback-section.tsx')).SeriesFeedbackSection,
  loading,
)
const Health = lazyChunk(
  async () => (await import('#features/health/admin/health.tsx')).Health,
  loading,
)
const AuditLog = lazyChunk(
  async () => (await import('#features/administrators/admin/audit-log.tsx')).AuditLog,
  loading,
)
const Webhooks = lazyChunk(
  async () => (await import('#features/webhooks/admin/webhooks.tsx')).Webhooks,
  loading,
)
const ApiKeys = lazyChunk(
  async () => (await import('#features/api-keys/admin/api-keys.tsx')).ApiKeys,
  loading,
)

const sections = new Map([
  [
    'events',
    <Fragment key="events">
      <EventDefaults />
      <ForRole needs="editor">
        <FormQuestions eventId={null} />
        <SeriesFeedback />
      </ForRole>
    </Fragment>,
  ],
  ['administrators', <Administrators key="administrators" />],
  ['health', <Health key="health" />],
  ['log', <AuditLog key="log" />],
  ['webhooks', <Webhooks key="webhooks" />],
  ['api-keys', <ApiKeys key="api-keys" />],
])

/** `/admin/settings` with the connections to external services, and the other sections of the settings below it. */
export default function SettingsPage() {
  const { part } = useParams()
  if (part === undefined) return <Settings />
  return sections.get(part) ?? <Navigate to="/admin/settings" replace />
}
