import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { serverMessage } from '#client/api/call.ts'
import { Brand } from '#client/page/site-header.tsx'
import { Button } from '#client/ui/button.tsx'
import { DrawnPicture } from '#client/ui/picture.tsx'
import { Container } from '#client/ui/section.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

/**
 * Renders the bar at the top of all library pages: the series' name, a link to the upcoming events, and the
 * page's own controls.
 */
export function MembersBar({ children }: { children?: ReactNode }) {
  return (
    <div className="border-b border-line">
      <Container className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
        <Brand />
        <nav aria-label="Main" className="order-last sm:order-none sm:mr-auto">
          <Link
            to="/#upcoming-events"
            className="inline-flex min-h-11 items-center text-small font-medium text-ink hover:text-glow"
          >
            Upcoming events
          </Link>
        </nav>
        {children}
      </Container>
    </div>
  )
}

const places = [0, 1, 2, 3, 4, 5]

export function LibrarySkeleton() {
  return (
    <Container className="pt-12 pb-section sm:pt-16">
      <output className="flex items-center gap-3 text-lead">
        <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-accent" />
        Loading video library...
      </output>
      <div className="mt-9 grid gap-x-7 gap-y-12 sm:mt-10 sm:grid-cols-2 lg:grid-cols-3">
        {places.map((place) => (
          <CardSkeleton key={place} />
        ))}
      </div>
    </Container>
  )
}

function CardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-video rounded-lg" />
      <Skeleton className="mt-5 h-4 w-2/5" />
      <Skeleton className="mt-3 h-6 w-4/5" />
      <Skeleton className="mt-3 h-4 w-3/5" />
      <Skeleton className="mt-5 h-4" />
      <Skeleton className="mt-2 h-4 w-11/12" />
      <Skeleton className="mt-6 h-11 w-44" />
    </div>
  )
}

export function LibraryFailure({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <Container className="py-section">
      <div role="alert" className="mx-auto max-w-xl text-center">
        <h2 className="text-heading">The interviews could not be loaded</h2>
        <p className="mt-3 text-muted">{serverMessage(error) ?? 'Please check your connection.'}</p>
        <Button className="mt-6" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Container>
  )
}

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
