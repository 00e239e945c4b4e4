import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { LinkProblem, LinkOnItsWay } from '#client/page/mail-link-page.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Container } from '#client/ui/section.tsx'

/** Explains on which devices a member's watch progress is visible, and how to see it on all devices. */
export function AllDevices({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
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
      {isOpen && <AllDevicesDialog email={email} onClose={() => setIsOpen(false)} />}
    </Container>
  )
}

function AllDevicesDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const ask = useMutation({
    mutationFn: () => call('POST /api/library-link', { body: { email } }),
  })
  return (
    <Dialog title="See it on all my devices" onClose={onClose}>
      <div className="mt-4 grid gap-5">
        <p>
          What you watch is remembered for <strong className="wrap-anywhere">{email}</strong>.
          Because anybody can type an address, a browser that was let in by typing keeps what is
          watched in it to itself: nobody who types yours sees your history or changes your place.
        </p>
        <p>
          A link in a mail to this address proves that it is yours. Open it in two browsers within
          ten minutes, and in any other with a link of its own: what you watched in them is put
          together, and appears in all of them.
        </p>
        <LinkProblem error={ask.error} />
        {ask.isSuccess ? (
          <LinkOnItsWay>{ask.data.message}</LinkOnItsWay>
        ) : (
          <Button size="large" pending={ask.isPending} onClick={() => ask.mutate()}>
            {ask.isPending ? 'Sending...' : 'Send me the link'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
