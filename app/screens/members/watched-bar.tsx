import type { WatchProgress } from '#shared/contract/library.ts'
import { isWatched } from '#shared/watch-progress.ts'

type Watched = { progress: WatchProgress | undefined }

/** How far an interview was watched, along the foot of its picture. */
export function WatchedBar({ progress, title }: Watched & { title: string }) {
  if (!progress || progress.watchedShare === 0) return null
  return (
    <progress
      aria-label={`Watched of ${title}`}
      max={100}
      value={percent(progress)}
      className="absolute inset-x-0 bottom-0 h-1.5 w-full appearance-none bg-[rgb(0_0_0/0.6)] [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent"
    />
  )
}

export function WatchedText({ progress }: Watched) {
  if (!progress || progress.watchedShare === 0) return null
  return (
    <span className="font-semibold whitespace-nowrap text-glow">
      <span aria-hidden>· </span>
      {isWatched(progress) ? 'Watched' : `${percent(progress)}% watched`}
    </span>
  )
}

/** Never nothing when there is something, never everything before it is. */
function percent({ watchedShare }: WatchProgress) {
  return Math.min(Math.max(1, Math.round(watchedShare * 100)), watchedShare < 1 ? 99 : 100)
}
