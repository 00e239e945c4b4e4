import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'danger'

const tones: Record<BadgeTone, string> = {
  neutral: 'border-line-strong text-muted',
  accent: 'border-transparent bg-accent text-accent-ink',
  success: 'border-success text-success',
  danger: 'border-danger text-danger',
}

/** A short label with a border, such as the status of an event. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-sm border px-2 py-0.5 text-caption font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
