import { useSite } from '#client/page/use-site.ts'
import { ButtonLink, PressButton } from '#client/ui/button.tsx'
import { pictureSizes } from '#client/ui/picture-sizes.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Container } from '#client/ui/section.tsx'
import { EventDateTime } from '#features/events/public/event-date-time.tsx'
import type { PublicEvent } from '#kernel/event-shapes.ts'
import type { Site } from '#kernel/site.ts'
import { eventPath } from '#kernel/slug.ts'
import { preloadDialog, type OpenDialog } from './front-page-dialogs.tsx'

/**
 * The hero banner, with the site's claim, such as the number of founders who have joined. On portrait screens the
 * picture is above the text, otherwise beside it.
 */
export function Hero({ next, onOpen }: { next: PublicEvent | undefined; onOpen: OpenDialog }) {
  const { site } = useSite()
  const { headline, lead, claim, claimText, image, narrowImage } = site.hero
  const isLight = site.look.scheme === 'light'
  return (
    <section
      aria-labelledby="hero-heading"
      className="on-stage pool relative isolate overflow-hidden"
    >
      {image ? (
        <HeroPicture
          image={image}
          narrowImage={isLight ? undefined : narrowImage}
          isLight={isLight}
        />
      ) : (
        <DrawnHero />
      )}
      <Container
        className={`flex flex-col justify-center pb-14 landscape:min-h-[min(100svh-4rem,58rem)] landscape:py-12 ${image ? 'portrait:pt-[max(44vw,9rem)]' : 'portrait:pt-36'}`}
      >
        <p className="text-small font-semibold text-glow">{site.series.tagline}</p>
        <h1
          id="hero-heading"
          className={`mt-4 ${image ? 'max-w-[11ch] landscape:max-w-[min(11ch,47%)]' : 'max-w-[14ch] landscape:max-w-[min(14ch,56%)]'} text-hero leading-[1] [@media(max-height:32rem)]:max-w-[min(22ch,47%)] [@media(max-height:32rem)]:text-[2.5rem]`}
        >
          {headline}
        </h1>
        {next && (
          <p className={`mt-6 wrap-anywhere ${besidePicture}`}>
            Next: {next.title}, with {next.speakerName}
          </p>
        )}
        {next && <EventDateTime event={next} className={`mt-3 ${besidePicture}`} />}
        <p
          className={`mt-6 text-lead wrap-anywhere portrait:max-sm:order-last [@media(max-height:32rem)]:text-base ${besidePicture}`}
        >
          {lead}
        </p>
        <div className="mt-9 portrait:max-sm:mt-5 flex flex-wrap landscape:max-w-[47%] items-center gap-x-8 gap-y-6">
          {next ? (
            <PressButton
              size="large"
              href={eventPath(next.slug)}
              {...preloadDialog('register')}
              onPress={() => onOpen({ kind: 'register', event: next })}
            >
              {site.texts.front.register}
            </PressButton>
          ) : (
            <ButtonLink size="large" href="/notify">
              {site.texts.front.updates}
            </ButtonLink>
          )}
          {(claim || claimText) && (
            <p className="max-w-[19rem] text-small">
              <strong className="block text-lead leading-tight font-semibold">{claim}</strong>
              <span className="text-muted">{claimText}</span>
            </p>
          )}
        </div>
      </Container>
    </section>
  )
}

/** Limits a text's width on landscape screens, on which the picture begins at half of the width. */
const besidePicture = 'max-w-[34rem] landscape:max-w-[min(29rem,46%)]'

type HeroPictureProps = {
  image: NonNullable<Site['hero']['image']>
  narrowImage: Site['hero']['narrowImage']
  /**
   * Whether the site always uses light colours. The text is then beside the picture, because no light overlay suits
   * every picture.
   */
  isLight: boolean
}

/**
 * The hero picture, which brightens once when the page opens; not on portrait screens, because phones would animate
 * during hydration. A dark overlay keeps the text readable on any picture.
 */
function HeroPicture({ image, narrowImage, isLight }: HeroPictureProps) {
  return (
    <div
      className={`absolute inset-x-0 top-0 -z-10 landscape:bottom-0 ${isLight ? 'landscape:left-1/2 portrait:h-[max(40vw,8rem)]' : 'portrait:aspect-4/5'}`}
    >
      <Picture
        src={image.src}
        alt={image.alt}
        width={image.width}
        height={image.height}
        sizes={pictureSizes('100vw')}
        narrow={
          narrowImage && {
            src: narrowImage.src,
            width: narrowImage.width,
            height: narrowImage.height,
            media: '(orientation: portrait)',
            sizes: pictureSizes('100vw'),
          }
        }
        priority
        className="h-full! w-full object-cover landscape:object-[72%_45%]"
      />
      {!isLight && (
        <>
          <div className="absolute inset-0 bg-canvas/85 landscape:animate-house-lights portrait:hidden" />
          <div className="absolute inset-0 landscape:bg-linear-to-r landscape:from-canvas/90 landscape:via-canvas/80 landscape:via-44% landscape:to-transparent landscape:to-68% portrait:bg-linear-to-t portrait:from-canvas portrait:via-canvas/80 portrait:via-62% portrait:to-transparent portrait:to-92%" />
        </>
      )}
    </div>
  )
}

/** A drawing of two people, in place of a picture. */
function DrawnHero() {
  return (
    <div
      aria-hidden
      className="absolute -z-10 flex landscape:top-1/2 landscape:right-gutter landscape:-translate-y-1/2 portrait:top-10 portrait:left-gutter"
    >
      <div className="size-[24vw] rounded-full bg-accent portrait:size-16" />
      <div className="-ml-[8vw] size-[24vw] rounded-full border-[0.7vw] border-line-strong portrait:-ml-5 portrait:size-16 portrait:border-3" />
    </div>
  )
}
