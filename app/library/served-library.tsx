import { Play } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useTexts } from '#client/page/use-site.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Container } from '#client/ui/section.tsx'
import type { LibraryVideo } from '#features/library/contract.ts'
import { CardWords } from '#features/library/public/card-words.tsx'
import { MembersBar, NoVideos } from '#features/library/public/library-states.tsx'
import { readWatchAddress } from '#kernel/slug.ts'
import { findVideoId, thumbnailAddress } from '#kernel/video-link.ts'

/**
 * The library for visitors without scripts: Watch links to YouTube, and the interview that the URL names is first.
 */
export function ServedLibrary({ videos, email }: { videos: LibraryVideo[]; email: string }) {
  const { title, collectionTitle, collectionLead } = useTexts().library
  const eventId = readWatchAddress(useSearchParams()[0])?.eventId
  const ordered = [...videos].sort((a, b) => Number(b.id === eventId) - Number(a.id === eventId))
  return (
    <>
      <header className="on-stage pool border-b border-line">
        <MembersBar>
          <p className="order-last min-w-0 text-small wrap-anywhere text-muted sm:order-none">
            {email}
          </p>
        </MembersBar>
        <Container className="py-8 sm:py-10">
          <h1 className="text-title">{title}</h1>
        </Container>
      </header>
      <main id="main">
        <Container className="pt-12 pb-section sm:pt-16">
          <h2 className="text-heading">{collectionTitle}</h2>
          <p className="mt-2 text-muted">{collectionLead}</p>
          <div className="mt-9 sm:mt-10">
            {videos.length === 0 ? (
              <NoVideos />
            ) : (
              <ul className="grid gap-x-7 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
                {ordered.map((video) => (
                  <li key={video.id} className="min-w-0">
                    <ServedCard video={video} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        </Container>
      </main>
    </>
  )
}

function ServedCard({ video }: { video: LibraryVideo }) {
  const titleId = `interview-${video.id}`
  const id = findVideoId(video.videoUrl)
  return (
    <article aria-labelledby={titleId} className="flex h-full flex-col">
      <div className="aspect-video overflow-hidden rounded-lg border border-line bg-line">
        {id && (
          <img
            src={thumbnailAddress(id, 'hqdefault')}
            alt=""
            width={480}
            height={360}
            loading="lazy"
            className="size-full object-cover"
          />
        )}
      </div>
      <CardWords video={video} titleId={titleId} />
      <div className="mt-auto pt-4">
        <ButtonLink
          variant="secondary"
          href={video.videoUrl}
          rel="noopener"
          aria-describedby={titleId}
        >
          <Play aria-hidden size={16} />
          Watch Interview
        </ButtonLink>
      </div>
    </article>
  )
}
