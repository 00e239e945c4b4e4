import { serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

type LoadFailedProps = {
  error: unknown
  /** The error message to display if the error has no message from the server. */
  message: string
  onRetry: () => unknown
  className?: string
}

/** Displays an error message and a retry button in place of content that failed to load. */
export function LoadFailed({ error, message, onRetry, className = 'mt-5' }: LoadFailedProps) {
  return (
    <div className={`${className} grid justify-items-start gap-4`}>
      <p role="alert">{serverMessage(error) ?? message}</p>
      <Button variant="secondary" onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  )
}

type NotLoadedProps = {
  query: { data: unknown; error: unknown; refetch: () => unknown }
  message: string
  /** CSS classes of the grey placeholder during loading, such as its height. */
  skeleton: string
}

/** A loading placeholder, or an error message, in place of a query's content; null once the content is loaded. */
export function NotLoaded({ query, message, skeleton }: NotLoadedProps) {
  if (query.data) return null
  if (!query.error) return <Skeleton className={skeleton} />
  return <LoadFailed error={query.error} message={message} onRetry={query.refetch} />
}
