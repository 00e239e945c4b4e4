import { useEffect, useState } from 'react'

const second = 1000
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

type CountdownProps = {
  /** The instant, ISO 8601. */
  to: string
  /** How far the server's clock is ahead of this browser's, in milliseconds. */
  aheadMs: number
}

/** How long it is until the doors open, by the server's clock, second by second. */
export function Countdown({ to, aheadMs }: CountdownProps) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((Date.parse(to) - now - aheadMs) / second))
  return (
    <div role="timer" aria-label="Until the doors open" className="w-full">
      <p className="text-small text-muted">The doors open in</p>
      <p className="mt-2 grid grid-cols-4 gap-2 text-center sm:gap-3">
        {partsOf(left).map(({ unit, value }) => (
          <span key={unit} className="rounded-md border border-line bg-surface px-1 py-3">
            <span className="block font-display text-heading figures">{value}</span>{' '}
            <span className="text-caption text-muted">{value === 1 ? unit : `${unit}s`}</span>
          </span>
        ))}
      </p>
    </div>
  )
}

function partsOf(seconds: number) {
  let rest = seconds
  return units.map(([unit, length]) => {
    const value = Math.floor(rest / length)
    rest -= value * length
    return { unit, value }
  })
}
