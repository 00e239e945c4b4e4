import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CardRow } from '#client/admin/card-row.tsx'
import { ForRole } from '#client/admin/for-role.tsx'
import { PersonLink } from '#client/admin/person-cell.tsx'
import { call } from '#client/api/call.ts'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import type { CrewMember } from '#features/crew/contract.ts'
import { crewRoleNames } from '#features/crew/rules.ts'
import { stateLabels } from '#features/mails/admin/outbox-entries.ts'

const CrewDialog = lazyDialog(async () => (await import('./crew-dialog.tsx')).CrewDialog)
const RemoveCrewDialog = lazyDialog(
  async () => (await import('./crew-dialog.tsx')).RemoveCrewDialog,
)

type Opened = { dialog: 'add' } | { dialog: 'change' | 'remove'; member: CrewMember }

const compact = 'px-4! text-small!'

export function crewOf(eventId: number) {
  return queryOptions({
    queryKey: ['/api/admin/events', eventId, 'crew'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/events/:id/crew', { params: { id: eventId }, signal }),
  })
}

/**
 * Section of an event's page that lists its crew (host, guest and producer), with buttons to add, change and remove
 * members.
 */
export function CrewSection({ eventId }: { eventId: number }) {
  const crew = useQuery(crewOf(eventId))
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <section id="crew" aria-labelledby="crew-heading" className="max-w-3xl">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="crew-heading" tabIndex={-1} className="text-subheading outline-none">
          Guest and crew
        </h2>
        <ForRole needs="editor">
          <Button
            variant="secondary"
            className={compact}
            onClick={() => setOpened({ dialog: 'add' })}
          >
            Add guest or host
          </Button>
        </ForRole>
      </div>
      <p className="mt-2 text-muted">
        Hosts, guests and producers get the calendar entry, reminders and a page with the questions.
        Hosts and producers open the Zoom meeting as host.
      </p>
      <NotLoaded query={crew} message="The crew could not be loaded." skeleton="mt-5 h-20" />
      {crew.data && crew.data.crew.length === 0 && (
        <p className="mt-5">No guest, host or producer yet.</p>
      )}
      {crew.data && crew.data.crew.length > 0 && (
        <Card className="mt-5">
          <ul aria-label="Crew">
            {crew.data.crew.map((member) => (
              <CrewLine
                key={member.id}
                member={member}
                onOpen={(dialog) => setOpened({ dialog, member })}
              />
            ))}
          </ul>
        </Card>
      )}
      {opened?.dialog === 'add' && <CrewDialog eventId={eventId} onClose={close} />}
      {opened?.dialog === 'change' && (
        <CrewDialog eventId={eventId} member={opened.member} onClose={close} />
      )}
      {opened?.dialog === 'remove' && <RemoveCrewDialog member={opened.member} onClose={close} />}
    </section>
  )
}

type CrewLineProps = { member: CrewMember; onOpen: (dialog: 'change' | 'remove') => void }

/** Renders one row of the crew list, with the state of the mail that contains the member's personal crew link. */
function CrewLine({ member, onOpen }: CrewLineProps) {
  const { name, email, role, personKey, mail } = member
  const words = mail && stateLabels[mail.state]
  return (
    <CardRow
      label={name}
      buttons={(['change', 'remove'] as const).map((dialog) => (
        <Button
          key={dialog}
          variant="secondary"
          className={compact}
          aria-label={`${dialog === 'change' ? 'Change' : 'Remove'} ${name}`}
          onClick={() => onOpen(dialog)}
        >
          {dialog === 'change' ? 'Change' : 'Remove'}
        </Button>
      ))}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PersonLink personKey={personKey} name={name} />
        <Badge>{crewRoleNames[role]}</Badge>
      </p>
      <p className="text-small wrap-anywhere text-muted">{email}</p>
      {words && (
        <p className="mt-1 text-small wrap-anywhere text-muted">
          Email with their link: {words.name.toLowerCase()}
          {mail.lastError && <span>{`: ${mail.lastError}`}</span>}
        </p>
      )}
    </CardRow>
  )
}
