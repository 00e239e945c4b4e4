import { useId } from 'react'
import { Button } from '#app/ui/button.tsx'

type ImportProgressProps = { answered: number; total: number; onStop: () => void }

/** How far a long import is. */
export function ImportProgress({ answered, total, onStop }: ImportProgressProps) {
  const id = useId()
  const [done, all] = [answered, total].map((number) => number.toLocaleString('en'))
  return (
    <div className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id={id} className="font-semibold">
          Importing {done} of {all} rows
        </p>
        <Button variant="secondary" className="px-4! text-small!" onClick={onStop}>
          Stop
        </Button>
      </div>
      <progress
        aria-labelledby={id}
        max={total}
        value={answered}
        className="mt-3 block h-2.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[inline-size] [&::-webkit-progress-value]:duration-300"
      />
    </div>
  )
}
