import { useState } from 'react'
import type { Person } from '#shared/contract/people.ts'
import { call } from '#app/api/call.ts'
import { useFormatInstant } from '#app/screens/desk/parts/use-format-instant.ts'
import { Button } from '#app/ui/button.tsx'
import { ActDialog } from './act-dialog.tsx'

type BounceNoteProps = {
  person: Person
  bounce: NonNullable<Person['bounce']>
  onDone: () => void
}

/** That nothing is sent to somebody any more, why, and the way back. */
export function BounceNote({ person, bounce, onDone }: BounceNoteProps) {
  const format = useFormatInstant()
  const [isOpen, setOpen] = useState(false)
  return (
    <section
      aria-labelledby="bounce-heading"
      className="mt-5 max-w-reading rounded-md border border-danger px-5 py-4 text-small"
    >
      <h2 id="bounce-heading" className="text-subheading text-danger">
        Mails to this address come back
      </h2>
      <p className="mt-2 wrap-anywhere figures">
        Since {format(bounce.notedAt)} nothing more is sent there. The mail server said:{' '}
        <q>
          <bdi>{bounce.reason}</bdi>
        </q>
      </p>
      <p className="mt-2 text-muted">
        {bounce.isLasting
          ? 'There is no such mailbox. A misspelt address can be corrected below.'
          : 'It may work again later: once they register again, it is tried again.'}
      </p>
      <Button variant="secondary" className="mt-3" onClick={() => setOpen(true)}>
        Write there again
      </Button>
      {isOpen && (
        <ActDialog
          title="Write to this address again?"
          description={person.email}
          label="Write there again"
          pendingLabel="Saving..."
          act={() => call('DELETE /api/admin/people/:key/bounce', { params: { key: person.key } })}
          done={() => ({ title: 'Written to again', description: person.email })}
          onDone={onDone}
          onClose={() => setOpen(false)}
        >
          <p>
            Mails go to this address from now on. What failed is not repeated by itself: each of the
            mails below can be tried again.
          </p>
          <p>Should one come back again, the address is marked again.</p>
        </ActDialog>
      )}
    </section>
  )
}
