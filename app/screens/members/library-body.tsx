import type { LibraryVideo, WatchProgress } from '#shared/contract/library.ts'
import { AllDevices } from './all-devices.tsx'
import { Collection } from './collection.tsx'
import { ContinueWatching, findBegun } from './continue-watching.tsx'
import { useFinding } from './use-finding.ts'

type LibraryBodyProps = {
  videos: LibraryVideo[]
  progress: WatchProgress[]
  /** Whose progress only this session sees; null where there is nothing to explain. */
  unverifiedEmail: string | null
  onWatch: (video: LibraryVideo, from?: number) => void
  onSeeMore: (video: LibraryVideo) => void
}

/** 'Continue watching' first, then the whole collection. */
export function LibraryBody({ videos, progress, unverifiedEmail, ...props }: LibraryBodyProps) {
  const finding = useFinding()
  const begun = findBegun(videos, progress)
  const isBrowsing = finding.query.trim() === ''
  return (
    <>
      {begun.length > 0 && isBrowsing && (
        <ContinueWatching begun={begun} onWatch={(video) => props.onWatch(video)} />
      )}
      {unverifiedEmail !== null && progress.length > 0 && isBrowsing && (
        <AllDevices email={unverifiedEmail} />
      )}
      <Collection
        videos={videos}
        progressOf={(video) => progress.find(({ videoId }) => videoId === video.id)}
        finding={finding}
        {...props}
      />
    </>
  )
}
