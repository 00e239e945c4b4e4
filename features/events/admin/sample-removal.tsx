import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { RemovalDialog } from '#client/admin/removal-dialog.tsx'
import { call, refusedWith } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { writeCount } from '#kernel/write-count.ts'
import { useEventsChanged } from './change-status.ts'

type SampleRemovalProps = {
  samples: number
  registrations: number
  /** Called after the removal. The caller must move the focus, because the focused button is gone. */
  onDone: () => void
}

/** Button that removes the sample events and all other sample content. */
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
  /** Number of registrations for sample events; 0 while it loads. */
  known: number
  onDone: () => void
  onClose: () => void
}

/**
 * If the server refused to remove sample events because they have registrations, returns the number of these; otherwise
 * undefined.
 */
function registrationsIn(error: unknown): number | undefined {
  return refusedWith(error, 'samples_have_registrations')?.registrations
}

/**
 * Dialog that removes the sample content. If people have registered for sample events meanwhile, asks again with their
 * number.
 */
function RemoveSamplesDialog({ samples, known, onDone, onClose }: RemoveSamplesDialogProps) {
  const [registrations, setRegistrations] = useState(known > 0 ? known : undefined)
  const removal = useMutation({
    mutationFn: () => call('DELETE /api/admin/sample-series', { query: { registrations } }),
    onSuccess(removed) {
      const description = `${writeCount(removed.events, 'event')}, ${writeCount(removed.registrations, 'registration')}`
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
          : `Remove samples with ${writeCount(registrations, 'registration')}`
      }
      stay="Go back"
      onClose={onClose}
      warning={
        registrations !== undefined &&
        `${writeCount(registrations, 'registration')} for sample events will be deleted. No emails are sent, and the people are kept.`
      }
    >
      <ul className="list-disc space-y-2 pl-5">
        <li>
          {`${writeCount(samples, 'sample event')} will be deleted with recordings. This cannot be undone.`}
        </li>
        <li>
          Sample testimonials, logos, pictures and texts are replaced by neutral defaults. The
          earlier version stays in the history under Website.
        </li>
        <li>Your own events, registrations and changes are kept.</li>
      </ul>
    </RemovalDialog>
  )
}
