import { Container } from '#app/ui/section.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'

const places = [0, 1, 2, 3, 4, 5]

/** The collection's shape while its videos load. Specification, "Library". */
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
