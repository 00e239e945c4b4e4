import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import type { AdminEvent } from '#kernel/event-shapes.ts'

const CopyEventDialog = lazyDialog(
  async () => (await import('./copy-event-dialog.tsx')).CopyEventDialog,
)

type CopyEventButtonProps = {
  event: AdminEvent
  /** Id of the element with the event's title, by which screen readers tell the buttons of several events apart. */
  describedBy?: string
  disabled?: boolean
}

/** Button that opens the dialog for copying an event as the next one of the series. */
export function CopyEventButton({ event, describedBy, disabled = false }: CopyEventButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        className="px-3! text-small! sm:px-4!"
        aria-describedby={describedBy}
        disabled={disabled}
        onClick={() => setIsOpen(true)}
      >
        <Copy aria-hidden size={15} />
        Duplicate
      </Button>
      {isOpen && <CopyEventDialog event={event} onClose={() => setIsOpen(false)} />}
    </>
  )
}
