/** A shape that stands where something will be. Hidden from screen readers: a text says it loads. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-breathe rounded-md bg-line ${className}`} />
}
