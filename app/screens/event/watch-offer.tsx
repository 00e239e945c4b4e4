import { Play } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { EventPage } from '#shared/contract/events.ts'
import { writeWatchAddress } from '#shared/watch-address.ts'
import { useMayEnter } from '#app/api/use-auth-status.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyDialog } from '#app/ui/code-part.ts'
import { PressButton } from '#app/ui/press-link.tsx'

const WatchInterviewDialog = lazyDialog(
  async () =>
    (await import('#app/components/forms/watch-interview-dialog.tsx')).WatchInterviewDialog,
)

/** The way to the recording, or the promise of one. Nothing here leads to it without an e-mail. */
export function WatchOffer({ event }: { event: EventPage }) {
  const navigate = useNavigate()
  const mayEnter = useMayEnter()
  const [isOpen, setIsOpen] = useState(false)
  const address = writeWatchAddress(event.id)
  if (!event.hasRecording) {
    return (
      <div>
        <p className="mb-4 text-lead">
          The evening is over. Its recording is being prepared and will be in the library soon.
        </p>
        <Button variant="secondary" size="large" className="w-full" disabled>
          Recording Processing
        </Button>
      </div>
    )
  }
  return (
    <div>
      <p className="mb-4 text-lead">The whole conversation is in the library, free to watch.</p>
      <PressButton
        size="large"
        className="w-full"
        href={address}
        onPress={() => {
          if (mayEnter()) void navigate(address)
          else setIsOpen(true)
        }}
      >
        <Play aria-hidden size={18} />
        Watch Interview
      </PressButton>
      {isOpen && (
        <WatchInterviewDialog event={event} current={null} onClose={() => setIsOpen(false)} />
      )}
    </div>
  )
}
