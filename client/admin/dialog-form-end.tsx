import { serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'

type DialogFormEndProps = {
  sending: { error: Error | null; isPending: boolean }
  /** Whether the form shows the error of the failed request beside one of its fields. */
  isAtField: boolean
  button: { idle: string; pending: string }
  onClose: () => void
}

/** The end of a form in a dialog: submit and cancel buttons, and the error message unless a field shows it. */
export function DialogFormEnd({ sending, isAtField, button, onClose }: DialogFormEndProps) {
  return (
    <>
      <div aria-live="polite">
        {sending.error && !isAtField && (
          <p role="alert" className="font-semibold text-danger">
            {serverMessage(sending.error) ?? 'Please check your connection and try again.'}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={sending.isPending}>
          {sending.isPending ? button.pending : button.idle}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  )
}
