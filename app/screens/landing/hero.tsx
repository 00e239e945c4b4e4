import { Link } from 'react-router'
import type { PublicEvent } from '#shared/contract/events.ts'
import { useSite } from '#app/components/use-site.ts'
import { buttonStyle } from '#app/ui/button.tsx'
import { Container } from '#app/ui/section.tsx'
import { HeroPicture } from './hero-picture.tsx'

/**
 * The hero banner, with the claim of how many founders have joined. Upright, the stage stands above
 * the words; otherwise beside them. Specification 2.
 */
export function Hero({ next }: { next: PublicEvent | undefined }) {
  const { site } = useSite()
  const { headline, lead, claim, claimText, image, narrowImage } = site.hero
  return (
    <section aria-labelledby="hero-heading" className="on-stage relative isolate overflow-hidden">
      <HeroPicture image={image} narrowImage={narrowImage} />
      <Container className="flex flex-col justify-center pb-14 landscape:min-h-[min(100svh-4rem,58rem)] landscape:py-12 portrait:pt-[72vw]">
        <p className="text-small font-semibold text-glow">{site.series.tagline}</p>
        <h1
          id="hero-heading"
          className="mt-4 max-w-[11ch] text-hero leading-[1] [@media(max-height:32rem)]:max-w-[22ch] [@media(max-height:32rem)]:text-[3.25rem]"
        >
          {headline}
        </h1>
        <p className="mt-6 max-w-[34rem] text-lead landscape:max-w-[min(29rem,46%)] [@media(max-height:32rem)]:text-base">
          {lead}
        </p>
        <div className="mt-9 flex flex-wrap landscape:max-lg:max-w-[48%] items-center gap-x-8 gap-y-6">
          <Link
            to={next ? '#upcoming-events' : '#signup'}
            className={buttonStyle('primary', 'large')}
          >
            {next ? 'Take a seat' : 'Hear of the next evening'}
          </Link>
          <p className="max-w-[19rem] text-small">
            <strong className="block text-lead leading-tight font-semibold">{claim}</strong>
            <span className="text-muted">{claimText}</span>
          </p>
        </div>
      </Container>
    </section>
  )
}
