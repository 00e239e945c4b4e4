import { Link } from 'react-router'
import type { PublicEvent } from '#shared/contract/events.ts'
import { formatEventDate } from '#shared/event-time.ts'
import { useSite } from '#app/components/use-site.ts'
import { buttonStyle } from '#app/ui/button.tsx'
import { Container } from '#app/ui/section.tsx'
import { HeroPicture } from './hero-picture.tsx'

/** The hero banner, with the claim of how many founders have joined. Specification 2. */
export function Hero({ next }: { next: PublicEvent | undefined }) {
  const { site } = useSite()
  const { headline, lead, claim, claimText, image, narrowImage } = site.hero
  const date = next && formatEventDate(next, site.display.zone)
  return (
    <section aria-labelledby="hero-heading" className="on-stage relative isolate overflow-hidden">
      <HeroPicture image={image} narrowImage={narrowImage} />
      <Container className="hero-room flex flex-col justify-end pt-10 pb-12 sm:pb-16">
        <p className="text-small font-semibold tracking-wide text-glow">{site.series.tagline}</p>
        <h1 id="hero-heading" className="mt-3 max-w-[11ch] text-hero">
          {headline}
        </h1>
        <p className="mt-6 max-w-[34rem] text-lead">{lead}</p>
        <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-5">
          <Link
            to={next ? '#upcoming-events' : '#signup'}
            className={buttonStyle('primary', 'large')}
          >
            {next ? 'Take a seat' : 'Hear of the next evening'}
          </Link>
          <p className="max-w-[22rem] text-small text-muted">
            <strong className="text-lead font-semibold text-ink">{claim}</strong> {claimText}
          </p>
        </div>
        {date && (
          <p className="mt-8 border-t border-line pt-4 text-small text-muted">
            Next: <span className="font-semibold text-ink">{next.speakerName}</span>, {date}
          </p>
        )}
      </Container>
    </section>
  )
}
