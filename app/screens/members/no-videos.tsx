import { DrawnPicture } from '#app/ui/drawn-picture.tsx'

/** Specification 2: the library without a single recording. */
export function NoVideos() {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface text-center">
      <div className="h-52 sm:h-72">
        <DrawnPicture />
      </div>
      <div className="px-6 py-10">
        <h3 className="text-heading">No Videos Available</h3>
        <p className="mt-3 text-muted">Check back soon for new interview content.</p>
      </div>
    </div>
  )
}
