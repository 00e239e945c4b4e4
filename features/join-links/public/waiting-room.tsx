import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { MailLinkEvent } from '#client/page/mail-link-page.tsx'
import { useSite, useTexts } from '#client/page/use-site.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { pictureSizes } from '#client/ui/picture-sizes.ts'
import { Picture } from '#client/ui/picture.tsx'
import { textLinkStyle } from '#client/ui/text-link.ts'
import { useOnceAlive } from '#client/ui/use-once-alive.ts'
import { AddToCalendar } from '#features/events/public/add-to-calendar.tsx'
import { describeLocally, describeOpening } from '#features/events/public/visitor-time.ts'
import type { JoinView } from '#features/join-links/contract.ts'
import type { EventPage } from '#kernel/event-shapes.ts'
import { opensBeforeMinutes } from '#kernel/join-window.ts'
import type { PageTexts } from '#kernel/site-texts.ts'
import { eventPath } from '#kernel/slug.ts'
import { EventSpeaker } from '#features/events/public/event-date-time.tsx'

type State = JoinView['state']

const titles: Record<Exclude<State, 'open'>, string> = {
  early: 'Your seat is kept for you',
  preparing: 'Your way in is being prepared',
  unseated: 'We have no seat for you yet',
  over: 'This interview is over',
  cancelled: 'This interview will not take place',
}

/** Returns the title of the join page, which does not mention a seat if the link leads into no room. */
export function joinTitle({ state, leadsIn }: JoinView, { openTitle }: PageTexts['joining']) {
  if (state === 'open') return openTitle
  return state === 'early' && !leadsIn ? 'You are registered' : titles[state]
}

export type WaitingRoomProps = {
  token: string
  answer: JoinView
  /** Time at which the browser received the join link's state, by its own clock, in milliseconds. */
  answeredAt: number
  /** Text about the error of the last request; undefined if it succeeded. */
  problem: string | undefined
  isPending: boolean
  onTryAgain: () => void
  entrance: Entrance
  /** Renders what registrants can do while they wait, such as asking questions. */
  meanwhile: (event: EventPage, token: string) => ReactNode
}

/** The waiting room and, once the meeting room is open, the button to join. */
export function WaitingRoom({ answer, answeredAt, ...props }: WaitingRoomProps) {
  const { token, problem, isPending, onTryAgain, entrance, meanwhile } = props
  const { state, room, title, when, event, opensAt, zoomRetryAt, now } = answer
  const { display } = useSite().site
  const local = useOnceAlive(() => describeLocally(event, display.zone))
  const isAlive = useOnceAlive(() => true)
  const retry = zoomRetryAt && describeOpening(zoomRetryAt, display, isAlive === true)
  const isEarly = state === 'early'
  const isWaiting = isEarly || state === 'preparing' || state === 'unseated'
  return (
    <>
      <MailLinkEvent title={title} when={when} local={isWaiting ? local : undefined} />
      {isEarly && opensAt && <Countdown {...{ opensAt, now, answeredAt }} />}
      <p>{wordsOf(answer, opensAt && describeOpening(opensAt, display, isAlive === true))}</p>
      {retry && <p>{retryWords(answer, retry)}</p>}
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      {state === 'open' && (
        <Enter {...entrance}>{room ? `Enter ${room}` : 'Enter the webinar'}</Enter>
      )}
      {state === 'over' && (
        <ButtonLink size="large" href="/members">
          To the library
        </ButtonLink>
      )}
      {state === 'cancelled' && (
        <ButtonLink size="large" href="/">
          See what is on
        </ButtonLink>
      )}
      {isWaiting && (
        <Pressed onPress={onTryAgain}>
          <Button
            type="submit"
            size="large"
            variant={isEarly ? 'secondary' : 'primary'}
            pending={isPending}
          >
            {isPending ? 'Looking...' : 'Look again'}
          </Button>
        </Pressed>
      )}
      {isWaiting && meanwhile(event, token)}
      {isWaiting && <AboutTheEvent event={event} />}
    </>
  )
}

/** A form with one button. Without JavaScript, the browser submits it to the page's URL. */
function Pressed({
  method = 'get',
  onPress,
  children,
}: {
  method?: 'get' | 'post'
  onPress: () => void
  children: ReactNode
}) {
  return (
    <form
      method={method}
      onSubmit={(submit) => {
        submit.preventDefault()
        onPress()
      }}
    >
      {children}
    </form>
  )
}

type Entrance = {
  /** URL of the webinar or meeting, after the button was pressed without JavaScript; null otherwise. */
  url: string | null
  isPending: boolean
  onEnter: () => void
}

function Enter({ url, isPending, onEnter, children }: Entrance & { children: ReactNode }) {
  if (url) {
    return (
      <ButtonLink size="large" href={url}>
        {children}
      </ButtonLink>
    )
  }
  return (
    <Pressed method="post" onPress={onEnter}>
      <Button type="submit" size="large" pending={isPending}>
        {children}
      </Button>
    </Pressed>
  )
}

function wordsOf({ state, leadsIn }: JoinView, opening: string | null): string {
  const doors = `The doors open ${opening ? `at ${opening}, ` : ''}${opensBeforeMinutes} minutes before the start.`
  const waitHere = opening ? ' Leave this page open: the button to enter appears here.' : ''
  const words: Record<State, string> = {
    early: leadsIn
      ? `${doors}${waitHere} This same link will take you in.`
      : `${doors} The way in is not ready yet. Once it is, this same link leads there; if it still does not on the day, please answer the mail that brought you here.`,
    preparing: 'It takes a minute. This page looks again by itself.',
    unseated:
      'Your registration is with us, but your seat in the webinar is not. Please answer the mail that brought you here, and we will help you in. This page looks again every minute.',
    open: 'Press the button to go in.',
    over: 'Thank you for your interest. Its recording will be in the library.',
    cancelled: 'We are sorry. You need not do anything.',
  }
  return words[state]
}

/** Returns a text for a registrant whose daily limit at Zoom is reached until midnight UTC. */
function retryWords({ state }: JoinView, retry: string): string {
  return state === 'open'
    ? `Your seat in the webinar is not ready: Zoom accepts your registration again at ${retry}. Until then, please join in the room.`
    : `Zoom accepts your registration again at ${retry}. We register you then.`
}

const second = 1000
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

type CountdownProps = {
  opensAt: string
  /** The server's time when it sent the join link's state. */
  now: string
  /** The browser's time when it received the join link's state, in milliseconds. */
  answeredAt: number
}

/** Counts down to the opening of the meeting room, by the server's clock. */
function Countdown({ opensAt, now, answeredAt }: CountdownProps) {
  // The browser's clock; undefined at first, so that the first render equals the server's HTML.
  const [clock, setClock] = useState<number>()
  useEffect(() => {
    const timer = setInterval(() => setClock(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  const passedMs = clock === undefined ? 0 : clock - answeredAt
  const left = Math.max(0, Math.ceil((Date.parse(opensAt) - Date.parse(now) - passedMs) / second))
  return (
    <div role="timer" aria-label="Until the doors open" className="w-full">
      <p className="text-small text-muted">The doors open in</p>
      <p className="mt-2 grid grid-cols-4 gap-2 text-center sm:gap-3">
        {partsOf(left).map(({ unit, value }) => (
          <span key={unit} className="rounded-md border border-line bg-surface px-1 py-3">
            <span className="block font-display text-heading figures">{value}</span>{' '}
            <span className="text-caption text-muted">{value === 1 ? unit : `${unit}s`}</span>
          </span>
        ))}
      </p>
    </div>
  )
}

function partsOf(seconds: number) {
  let rest = seconds
  return units.map(([unit, length]) => {
    const value = Math.floor(rest / length)
    rest -= value * length
    return { unit, value }
  })
}

/** Guest, description and calendar links of the event, for registrants who wait. */
function AboutTheEvent({ event }: { event: EventPage }) {
  const { slug, description, bannerImage, featureImage } = event
  const { aboutTitle } = useTexts().joining
  return (
    <section aria-labelledby="about-the-event" className="w-full border-t border-line pt-6">
      <h2 id="about-the-event" className="text-subheading">
        {aboutTitle}
      </h2>
      <div className="mt-4 overflow-hidden rounded-md border border-line">
        <Picture
          src={[bannerImage, featureImage]}
          alt=""
          width={1600}
          height={900}
          sizes={pictureSizes(['(min-width: 40rem)', '32rem'], '84vw')}
          className="aspect-video w-full"
        />
      </div>
      <p className="mt-4 wrap-anywhere">
        <span className="text-muted">Your guest:</span>{' '}
        <EventSpeaker event={event} className="font-semibold" />
      </p>
      <p className="mt-3 wrap-anywhere whitespace-pre-line">{description}</p>
      <AddToCalendar event={event} />
      <Link
        to={eventPath(slug)}
        className={`inline-flex min-h-11 items-center text-small ${textLinkStyle}`}
      >
        To the page of this event
      </Link>
    </section>
  )
}
