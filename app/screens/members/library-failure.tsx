import { serverMessage } from '#app/api/call.ts'
import { Button } from '#app/ui/button.tsx'
import { Container } from '#app/ui/section.tsx'

/** The videos did not come. */
export function LibraryFailure({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <Container className="py-section">
      <div role="alert" className="mx-auto max-w-xl text-center">
        <h2 className="text-heading">The interviews could not be loaded</h2>
        <p className="mt-3 text-muted">{serverMessage(error) ?? 'Please check your connection.'}</p>
        <Button className="mt-6" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Container>
  )
}
