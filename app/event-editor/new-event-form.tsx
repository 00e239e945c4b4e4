import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, read, serverMessage } from '#client/api/call.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { showFailure } from '#client/ui/toast-store.ts'
import type { EventDefaults } from '#features/event-defaults/contract.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'
import { FormPart } from './draft-field.tsx'
import { type EventDraftKeeper, initialDraft } from './event-draft.ts'
import { EventForm } from './event-form.tsx'
import { useOpenCreated } from './event-page.tsx'

type Crew = EventDefaults['latestCrew']

/** The form of a new event, which starts with the event defaults, or empty if they cannot be loaded. */
export function NewEventForm({ keeper }: { keeper: EventDraftKeeper }) {
  const query = useQuery({ ...read('GET /api/admin/event-defaults'), gcTime: 0 })
  const openCreated = useOpenCreated()
  const [isCrewUnwanted, setIsCrewUnwanted] = useState(false)
  const defaults = query.data
  if (query.isPending) return <Skeleton className="h-96" />
  const crew = defaults?.repeatsCrew ? defaults.latestCrew : []

  async function open(created: AdminEvent) {
    if (!isCrewUnwanted) await addCrew(created.id, crew)
    openCreated(created)
  }

  return (
    <EventForm
      event={undefined}
      keeper={keeper}
      {...(defaults && { initial: initialDraft(defaults) })}
      onCreated={(created) => void open(created)}
      onDirty={() => undefined}
    >
      {crew.length > 0 && (
        <div className="mt-10">
          <FormPart title="Crew">
            <Checkbox
              checked={!isCrewUnwanted}
              onChange={(event) => setIsCrewUnwanted(!event.target.checked)}
              label={`Add ${crew.map(({ name, role }) => `${name} (${role})`).join(', ')}`}
              description="Each of these people gets an email with the link to their own page of the event."
            />
          </FormPart>
        </div>
      )}
      <p className="mt-8 text-small text-muted">
        This form starts with the values under{' '}
        <Link to="/admin/settings/events" className={textLinkStyle}>
          Settings › Event defaults
        </Link>
      </p>
    </EventForm>
  )
}

/**
 * Adds the crew members one after another. If a call fails, the error message names the members that were not added.
 */
async function addCrew(id: number, crew: Crew) {
  for (const [at, body] of crew.entries()) {
    try {
      await call('POST /api/admin/events/:id/crew', { params: { id }, body })
    } catch (error) {
      const missing = crew.slice(at).map(({ name }) => name)
      showFailure(
        'Crew Incomplete',
        `${missing.join(' and ')} could not be added. ${serverMessage(error) ?? ''}`.trim(),
      )
      return
    }
  }
}
