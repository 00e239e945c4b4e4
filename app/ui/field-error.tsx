import { CircleAlert } from 'lucide-react'

/** The live place under a field: empty until the field is found wrong. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div id={id} aria-live="polite">
      {error && (
        <p className="mt-1.5 flex items-start gap-1.5 text-small font-medium text-danger">
          <CircleAlert aria-hidden size={17} className="mt-[0.19em] shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
