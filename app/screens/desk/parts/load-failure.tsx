import { serverMessage } from '#app/api/call.ts'
import { Button } from '#app/ui/button.tsx'

type LoadFailureProps = {
  /** What was asked for, as in "The numbers could not be loaded." */
  what: string
  /** After how many rows a list broke off, whose beginning is shown. */
  cutAt?: number
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Says what is missing and why, and asks again. */
export function LoadFailure({ what, query, cutAt }: LoadFailureProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-3">
      <p>
        {cutAt === undefined
          ? `The ${what} could not be loaded.`
          : `The ${what} are incomplete: they broke off after ${cutAt.toLocaleString('en-GB')} rows.`}{' '}
        {serverMessage(query.error) ?? 'Please check your connection.'}
      </p>
      <Button
        variant="secondary"
        className="text-small!"
        pending={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </div>
  )
}
