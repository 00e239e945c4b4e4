import { serverMessage } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'

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
