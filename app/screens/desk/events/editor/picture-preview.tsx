import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { findVideoId } from '#shared/video-link.ts'
import { VideoThumbnail } from '#app/components/video-thumbnail.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { useSettledPicture } from './use-settled-picture.ts'

type PicturePreviewProps = {
  address: string
  /** Whose thumbnail is taken without an address. */
  videoUrl?: string | undefined
}

/** What a picture field will show, or why there is nothing to show yet. */
export function PicturePreview({ address, videoUrl }: PicturePreviewProps) {
  const shown = address.trim()
  const picture = useSettledPicture(address)
  if (picture && shown.startsWith('/')) {
    return (
      <Frame caption="">
        <Picture
          key={picture}
          src={picture}
          alt=""
          width={1600}
          height={900}
          sizes="13rem"
          className="aspect-video w-full"
          fallback={<Nothing>There is no picture at this address yet.</Nothing>}
        />
      </Frame>
    )
  }
  const thumbnail = /^https:\/\/i\.ytimg\.com\/vi\/([\w-]{11})\//.exec(shown)?.[1]
  const id = thumbnail ?? (shown === '' ? findVideoId(videoUrl) : undefined)
  if (id) {
    return (
      <Frame caption={thumbnail ? '' : "The recording's thumbnail, because the field is empty."}>
        <VideoThumbnail videoUrl={`https://youtu.be/${id}`} className="filter-none!" />
      </Frame>
    )
  }
  return (
    <Frame caption="">
      <Nothing>
        {shown.startsWith('https:')
          ? 'It is fetched and kept on this site when you save.'
          : 'No picture yet.'}
      </Nothing>
    </Frame>
  )
}

function Frame({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <div className="overflow-hidden rounded-md border border-line">{children}</div>
      {caption && <figcaption className="mt-1.5 text-caption text-muted">{caption}</figcaption>}
    </figure>
  )
}

function Nothing({ children }: { children: string }) {
  return (
    <div className="grid aspect-video place-content-center justify-items-center gap-2 bg-sunken p-3 text-center text-caption text-muted">
      <ImageOff aria-hidden size={20} />
      {children}
    </div>
  )
}
