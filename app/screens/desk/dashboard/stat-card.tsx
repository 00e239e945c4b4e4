import type { ReactNode } from 'react'

type StatCardProps = { name: string; value: string | undefined; children?: ReactNode }

/** A number with its name; a dash where it could not be loaded. */
export function StatCard({ name, value, children }: StatCardProps) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface px-4 py-4 sm:px-5">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="mt-1">
        <span className="block font-display text-heading leading-none font-semibold figures">
          {value ?? <span aria-label="not loaded">–</span>}
        </span>
        {children && <span className="mt-1.5 block text-caption text-muted">{children}</span>}
      </dd>
    </div>
  )
}

export function writeCount(count: number | undefined): string | undefined {
  return count?.toLocaleString('en-GB')
}
