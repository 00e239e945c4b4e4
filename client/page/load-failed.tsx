import { serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

type LoadFailedProps = {
  error: unknown
  /** What is said where the server gave no words of its own. */
  words: string
  onRetry: () => unknown
  className?: string
}

/** In the place of something in the admin area that could not be loaded: why, and a way to try again. */
export function LoadFailed({ error, words, onRetry, className = 'mt-5' }: LoadFailedProps) {
  return (
    <div className={`${className} grid justify-items-start gap-4`}>
      <p role="alert">{serverMessage(error) ?? words}</p>
      <Button variant="secondary" onClick={() => void onRetry()}>
        Load again
      </Button>
    </div>
  )
}

type NotLoadedProps = {
  query: { data: unknown; error: unknown; refetch: () => unknown }
  words: string
  /** How the place looks that is kept for it. */
  skeleton: string
}

/** In the place of what is still to come, or could not be loaded; nothing once it is there. */
export function NotLoaded({ query, words, skeleton }: NotLoadedProps) {
  if (query.data) return null
  if (!query.error) return <Skeleton className={skeleton} />
  return <LoadFailed error={query.error} words={words} onRetry={query.refetch} />
}
