import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { call, refusedWith } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { useEventsChanged } from './change-status.ts'

type SampleRemovalProps = {
  samples: number
  registrations: number
  /** Called after the removal; the caller moves the focus from the removed button. */
  onDone: () => void
}

/** Button that removes the sample events and the rest of the sample content. */
export function SampleRemoval({ samples, registrations, onDone }: SampleRemovalProps) {
  const [isOpen, setIsOpen] = useState(false)
  const eventsChanged = useEventsChanged()
  const { revalidate } = useRevalidator()
  return (
    <>
      <Button variant="secondary" className="text-small!" onClick={() => setIsOpen(true)}>
        Remove sample content
      </Button>
      {isOpen && (
        <RemoveSamplesDialog
          samples={samples}
          known={registrations}
          onDone={() => {
            setIsOpen(false)
            void revalidate()
            void eventsChanged().then(onDone)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

type RemoveSamplesDialogProps = {
  samples: number
  /** Number of registrations for sample events, as far as loaded. */
  known: number
  onDone: () => void
  onClose: () => void
}

function countOf(number: number, thing: string) {
  return `${number.toLocaleString('en-GB')} ${thing}${number === 1 ? '' : 's'}`
}

/** Returns the number of registrations that would be lost, from the server's refusal. */
function registrationsIn(error: unknown): number | undefined {
  return refusedWith(error, 'samples_have_registrations')?.registrations
}

/** Dialog that removes the sample content. Asks again if there are more registrations than were shown. */
function RemoveSamplesDialog({ samples, known, onDone, onClose }: RemoveSamplesDialogProps) {
  const [registrations, setRegistrations] = useState(known > 0 ? known : undefined)
  const removal = useMutation({
    mutationFn: () => call('DELETE /api/admin/sample-series', { query: { registrations } }),
    onSuccess(removed) {
      const description = `${countOf(removed.events, 'event')}, ${countOf(removed.registrations, 'registration')}`
      showToast({ title: 'Sample Content Removed', description })
      onDone()
    },
    onError: (error) => setRegistrations(registrationsIn(error) ?? registrations),
  })
  const isRefused = registrationsIn(removal.error) !== undefined

  return (
    <RemovalDialog
      title="Remove the sample content?"
      removal={{ ...removal, error: isRefused ? null : removal.error }}
      label={
        registrations === undefined
          ? 'Remove sample content'
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
        <li>
          {countOf(samples, 'sample event')} will be deleted, with their recordings. That cannot be
          taken back.
        </li>
        <li>
          What is still the sample’s on the pages goes: testimonials, logos, pictures and words.
          Plain words stand there instead, and the version of before stays in the history under
          Site.
        </li>
        <li>Your own events, their registrations, and everything that you changed stay.</li>
      </ul>
    </RemovalDialog>
  )
}
