import { DrawnPicture } from '#app/ui/drawn-picture.tsx'

/** Specification, "Library": the library without a single recording. */
export function NoVideos() {
  return (
    <div className="mx-auto max-w-2xl overflow-hidden rounded-lg border border-line bg-surface text-center shadow-lift">
      <div className="aspect-video">
        <DrawnPicture />
      </div>
      <div className="px-6 py-10">
        <h3 className="text-heading">No Videos Available</h3>
        <p className="mt-3 text-muted">Check back soon for new interview content.</p>
      </div>
    </div>
  )
}
