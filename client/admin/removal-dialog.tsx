import type { ReactNode } from 'react'
import { serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

type RemovalDialogProps = {
  title: string
  /** The mutation that removes the object after confirmation. */
  removal: { error: unknown; isPending: boolean; mutate: () => void }
  /** Label of the button that confirms the removal. */
  label: string
  /** Label of the button that closes the dialog without removal. */
  stay: string
  onClose: () => void
  /**
   * An additional warning. It may be set while the dialog is open, for example once a request has returned the number
   * of affected people.
   */
  warning?: ReactNode
  /** The dialog's text: what the removal deletes or changes. */
  children: ReactNode
}

/** A dialog that confirms a removal and names its consequences. */
export function RemovalDialog({
  title,
  removal,
  label,
  stay,
  onClose,
  warning,
  children,
}: RemovalDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mt-5">{children}</div>
      <div aria-live="polite">
        {warning && <Alert>{warning}</Alert>}
        {Boolean(removal.error) && (
          <Alert>
            {serverMessage(removal.error) ?? 'Please check your connection and try again.'}
          </Alert>
        )}
      </div>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button variant="danger" pending={removal.isPending} onClick={() => removal.mutate()}>
          {removal.isPending ? 'Removing...' : label}
        </Button>
        <Button variant="secondary" data-autofocus onClick={onClose}>
          {stay}
        </Button>
      </div>
    </Dialog>
  )
}

function Alert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-5 font-semibold text-danger">
      {children}
    </p>
  )
}
