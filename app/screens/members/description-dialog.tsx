import { Play } from 'lucide-react'
import type { LibraryVideo } from '#shared/contract/library.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { GuestLine, VideoDate } from './guest-line.tsx'

type DescriptionDialogProps = {
  video: LibraryVideo
  onWatch: () => void
  onClose: () => void
}

/** The whole description; its button leads on to the player. Specification, "Library". */
export function DescriptionDialog({ video, onWatch, onClose }: DescriptionDialogProps) {
  return (
    <Dialog
      title={video.title}
      description={
        <>
          <GuestLine video={video} />
          <br />
          <VideoDate video={video} />
        </>
      }
      onClose={onClose}
    >
      <p className="mt-5 wrap-anywhere whitespace-pre-line">{video.description}</p>
      <Button size="large" className="mt-8 w-full sm:w-auto" onClick={onWatch}>
        <Play aria-hidden size={18} />
        Watch Interview
      </Button>
    </Dialog>
  )
}
