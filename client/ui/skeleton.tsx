/** A loading placeholder, hidden from screen readers: a text announces the loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-breathe rounded-md bg-line ${className}`} />
}
