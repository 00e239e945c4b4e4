import { CircleAlert } from 'lucide-react'

/**
 * What a toast says where scripts run; without them the page says it in its place. Specification,
 * "Refusals and toasts".
 */
export type Notice = {
  title: string
  description?: string | undefined
  variant?: 'destructive'
  duration?: number
}

/** The words of a failure above the form that it is about. */
export function FormNotice({ notice }: { notice: Notice | undefined }) {
  if (!notice) return null
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-md border border-danger bg-surface p-4 text-left"
    >
      <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0 text-danger" />
      <p className="min-w-0 wrap-anywhere">
        <strong className="block font-semibold">{notice.title}</strong>
        {notice.description}
      </p>
    </div>
  )
}
