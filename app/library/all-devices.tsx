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
        Your progress is saved in this browser until you log out.
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="inline-flex min-h-8 items-center font-semibold text-glow underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          Sync my devices
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
    <Dialog title="Sync my devices" onClose={onClose}>
      <div className="mt-4 grid gap-5">
        <p>
          Open the link that we send to <strong className="wrap-anywhere">{email}</strong> in each
          browser. All of them then show the same watch history and progress.
        </p>
        <p>
          A link works in two browsers, the second within ten minutes of the first. You can request
          more links.
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
