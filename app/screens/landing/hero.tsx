import type { PublicEvent } from '#shared/contract/events.ts'
import { useSite } from '#app/components/use-site.ts'
import { eventPath } from '#shared/slug.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PressButton } from '#app/ui/press-link.tsx'
import { Container } from '#app/ui/section.tsx'
import { EventDateTime } from '#app/components/event-moment.tsx'
import { preloadDialog, type OpenDialog } from './landing-dialog.ts'
import { HeroPicture } from './hero-picture.tsx'

/**
 * The hero banner, with the claim of how many founders have joined. Upright, the stage stands above
 * the words; otherwise beside them. Specification, "Landing page".
 */
export function Hero({ next, onOpen }: { next: PublicEvent | undefined; onOpen: OpenDialog }) {
  const { site } = useSite()
  const { headline, lead, claim, claimText, image, narrowImage } = site.hero
  return (
    <section aria-labelledby="hero-heading" className="on-stage relative isolate overflow-hidden">
      <HeroPicture image={image} narrowImage={narrowImage} />
      <Container className="flex flex-col justify-center pb-14 landscape:min-h-[min(100svh-4rem,58rem)] landscape:py-12 portrait:pt-[max(44vw,9rem)]">
        <p className="text-small font-semibold text-glow">{site.series.tagline}</p>
        <h1
          id="hero-heading"
          className="mt-4 max-w-[11ch] text-hero leading-[1] [@media(max-height:32rem)]:max-w-[22ch] [@media(max-height:32rem)]:text-[3.25rem]"
        >
          {headline}
        </h1>
        {next && (
          <p className="mt-6">
            Next: {next.title}, with {next.speakerName}
          </p>
        )}
        {next && <EventDateTime event={next} className="mt-3" />}
        <p className="mt-6 max-w-[34rem] text-lead portrait:max-sm:order-last landscape:max-w-[min(29rem,46%)] [@media(max-height:32rem)]:text-base">
          {lead}
        </p>
        <div className="mt-9 portrait:max-sm:mt-5 flex flex-wrap landscape:max-lg:max-w-[48%] items-center gap-x-8 gap-y-6">
          {next ? (
            <PressButton
              size="large"
              href={eventPath(next.slug)}
              {...preloadDialog('register')}
              onPress={() => onOpen({ kind: 'register', event: next })}
            >
              Take a seat
            </PressButton>
          ) : (
            <ButtonLink size="large" href="/notify">
              Hear of the next evening
            </ButtonLink>
          )}
          <p className="max-w-[19rem] text-small">
            <strong className="block text-lead leading-tight font-semibold">{claim}</strong>
            <span className="text-muted">{claimText}</span>
          </p>
        </div>
      </Container>
    </section>
  )
}
