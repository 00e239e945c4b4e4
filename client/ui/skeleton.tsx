/** A grey box in place of content that is loading, hidden from screen readers. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-breathe rounded-md bg-line ${className}`} />
}
