import { useState } from 'react'
import { useSite } from '#app/components/use-site.ts'
import { Container } from '#app/ui/section.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

/** Says where progress is seen, and how it is seen everywhere. decisions.md, "People and access". */
export function AllDevices({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { series } = useSite().site
  return (
    <Container>
      <p className="mt-5 flex flex-wrap items-center gap-x-2 text-small text-muted">
        Your place is kept in this browser until you log out.
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="inline-flex min-h-8 items-center font-semibold text-glow underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          See it on all my devices
        </button>
      </p>
      {isOpen && (
        <Dialog title="See it on all my devices" onClose={() => setIsOpen(false)}>
          <div className="mt-4 grid gap-4">
            <p>
              What you watch is remembered for <strong className="wrap-anywhere">{email}</strong>.
              Because anybody can type an address, a browser that was let in by typing shows only
              what was watched in it: nobody who types yours sees your history.
            </p>
            <p>
              When an email from {series.name} to this address brings you a link to the library,
              open it once on each device. That proves the address is yours, and everything you
              watched with it appears there, wherever you watched it.
            </p>
          </div>
        </Dialog>
      )}
    </Container>
  )
}
