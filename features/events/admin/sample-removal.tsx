import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { call, refusedWith } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { useEventsChanged } from './change-status.ts'

export function SampleRemoval(props: SampleRemovalProps) {
  const [isOpen, setIsOpen] = useState(false)
  const eventsChanged = useEventsChanged()
  return (
    <>
      <Button variant="secondary" className="text-small!" onClick={() => setIsOpen(true)}>
        Remove sample series
      </Button>
      {isOpen && (
        <RemoveSamplesDialog
          samples={props.samples}
          known={props.registrations}
          onDone={() => {
            setIsOpen(false)
            void eventsChanged().then(() => props.heading.current?.focus())
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

type SampleRemovalProps = {
  samples: number
  registrations: number
  heading: RefObject<HTMLHeadingElement | null>
}

type RemoveSamplesDialogProps = {
  samples: number
  /** Registrations of sample events, as far as the admin area knows. */
  known: number
  onDone: () => void
  onClose: () => void
}

function countOf(number: number, thing: string) {
  return `${number.toLocaleString('en-GB')} ${thing}${number === 1 ? '' : 's'}`
}

/** How many registrations the server says would be lost, when it refuses because of them. */
function registrationsIn(error: unknown): number | undefined {
  return refusedWith(error, 'samples_have_registrations')?.registrations
}

/** Removes the sample series in one go; a second press when more registered than the admin area knew. */
function RemoveSamplesDialog({ samples, known, onDone, onClose }: RemoveSamplesDialogProps) {
  const [registrations, setRegistrations] = useState(known > 0 ? known : undefined)
  const removal = useMutation({
    mutationFn: () => call('DELETE /api/admin/sample-series', { query: { registrations } }),
    onSuccess(removed) {
      const description = `${countOf(removed.events, 'event')}, ${countOf(removed.registrations, 'registration')}`
      showToast({ title: 'Sample Series Removed', description })
      onDone()
    },
    onError: (error) => setRegistrations(registrationsIn(error) ?? registrations),
  })
  const isRefused = registrationsIn(removal.error) !== undefined

  return (
    <RemovalDialog
      title="Remove the sample series?"
      removal={{ ...removal, error: isRefused ? null : removal.error }}
      label={
        registrations === undefined
          ? 'Remove sample series'
          : `Remove with ${countOf(registrations, 'registration')}`
      }
      stay="Leave it as it is"
      onClose={onClose}
      warning={
        registrations !== undefined &&
        `People registered for sample events: ${countOf(registrations, 'registration')} will be deleted with them, and nobody is told. The people themselves stay known.`
      }
    >
      <ul className="list-disc space-y-2 pl-5">
        <li>{countOf(samples, 'sample event')} will be deleted, with their recordings.</li>
        <li>Your own events and their registrations stay.</li>
        <li>It cannot be taken back, and the samples do not come again.</li>
      </ul>
    </RemovalDialog>
  )
}
