import { Button } from './button.tsx'

/** Stands in for a part of the page whose code did not come. */
export function ChunkError({ onAgain }: { onAgain: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-3">
      <p>This part of the page did not arrive. Please check your connection.</p>
      <Button variant="secondary" className="text-small!" onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}
