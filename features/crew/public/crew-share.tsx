import { ShareRow } from '#client/page/share-row.tsx'
import { useSite } from '#client/page/use-site.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { showToast } from '#client/ui/toast-store.ts'
import type { CrewPage } from '#features/crew/contract.ts'
import { cardAddress, cardSizes } from '#features/pictures/rules.ts'
import { fillText } from '#kernel/fill-text.ts'
import { shareVersion, eventPath } from '#kernel/slug.ts'

const cards = [
  { size: 'wide', name: 'Wide card' },
  { size: 'square', name: 'Square card' },
  { size: 'story', name: 'Story card' },
] as const

/** Texts, cards and the member's own link, with which crew members can invite people. */
export function CrewShare({ page: { event, when, via, registrations } }: { page: CrewPage }) {
  const { site, origin } = useSite()
  const address = `${origin}${eventPath(event.slug)}?via=${via}`
  const invitation = fillText(site.texts.crew.invitation, { series: site.series.name })
  const text = `${event.title} with ${event.speakerName}`
  const words = [
    `Join us: ${text}, ${event.speakerTitle}. ${invitation}${when ? `, ${when}` : ''}.`,
    `${event.speakerName} answers your questions live${when ? ` on ${when}` : ''}. Register and ask yours.`,
  ].map((each) => `${each} ${address}`)
  async function copy(each: string) {
    const isCopied = await copyText(each)
    showToast(
      isCopied
        ? { title: 'Text Copied!', description: 'Paste it into a post or message.' }
        : { title: 'The text could not be copied', description: each, isForCopying: true },
    )
  }
  const version = shareVersion(event.updatedAt)
  const { byOwnLink } = registrations
  return (
    <>
      <p className="mt-3">
        The links below are your own.{' '}
        {byOwnLink === 1
          ? '1 person has registered by them.'
          : `${byOwnLink.toLocaleString('en-GB')} people have registered by them.`}
      </p>
      <ul className="mt-4 grid gap-3">
        {words.map((each, at) => (
          <li key={each} className="grid gap-3 rounded-md border border-line bg-surface p-4">
            <p id={`share-text-${at}`} className="wrap-anywhere">
              {each}
            </p>
            <Button
              variant="secondary"
              className="justify-self-start"
              aria-describedby={`share-text-${at}`}
              onClick={() => void copy(each)}
            >
              Copy text
            </Button>
          </li>
        ))}
      </ul>
      <ul className="mt-4 flex flex-wrap items-end gap-4">
        {cards.map(({ size, name }) => {
          const src = cardAddress(event.id, size, version)
          const { width, height } = cardSizes[size]
          return (
            <li key={size} className="grid gap-2">
              <img
                src={src}
                alt=""
                width={width}
                height={height}
                loading="lazy"
                className="h-40 w-auto rounded-md border border-line"
              />
              <ButtonLink variant="secondary" href={src} download>
                {name}
              </ButtonLink>
            </li>
          )
        })}
      </ul>
      {event.bannerImage && (
        <ButtonLink variant="secondary" className="mt-4" href={event.bannerImage} download>
          Banner
        </ButtonLink>
      )}
      <div className="mt-4">
        <ShareRow address={address} text={text} />
      </div>
    </>
  )
}
