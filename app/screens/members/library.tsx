import { useQuery } from '@tanstack/react-query'
import { memberVideos, watchProgressOf } from '#app/api/queries.ts'
import { lazyChunk } from '#app/ui/code-part.ts'
import { fetchLibrary } from './fetch-library.ts'
import { LibraryFailure } from './library-failure.tsx'
import { LibraryHeader } from './library-header.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { useEarly } from './use-early.ts'
import { useLogout } from './use-logout.ts'
import { useVisit } from './use-visit.ts'

/** How long the library waits for the watch progress, in milliseconds. */
const patience = 1000

const LibraryInside = lazyChunk(fetchLibrary, <LibrarySkeleton />, ({ onAgain }) => (
  <LibraryFailure error={null} onRetry={onAgain} />
))

type LibraryProps = {
  email: string | null
  isAdmin: boolean
  /** After the login card, whose button had the focus and is gone. */
  takesFocus: boolean
  /** From when a visit that begins counts. */
  takeStart: () => number
}

/**
 * What somebody with access sees; its lists are asked for while its code is fetched. Specification,
 * "Library".
 */
export function Library({ email, isAdmin, takesFocus, takeStart }: LibraryProps) {
  const videos = useQuery(memberVideos)
  const watched = useQuery(watchProgressOf(email))
  const isEarly = useEarly(patience)
  const logout = useLogout(useVisit(email, takeStart))
  const isLoading = videos.isPending || (watched.isLoading && isEarly)
  return (
    <>
      <LibraryHeader
        takesFocus={takesFocus}
        account={isLoading ? undefined : { email, isAdmin, logout }}
      />
      <main id="main">
        <LibraryInside {...{ email, isLoading, videos }} watched={watched.data} />
      </main>
    </>
  )
}
