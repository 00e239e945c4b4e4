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
  early: 'You are registered',
  preparing: 'Your join link is being prepared',
  unseated: 'Your join link is not ready',
  over: 'This event has ended',
  cancelled: 'This event was cancelled',
}

export function joinTitle({ state }: JoinView, { openTitle }: PageTexts['joining']) {
  return state === 'open' ? openTitle : titles[state]
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
        <Enter {...entrance}>{room ? `Join ${room}` : 'Join the webinar'}</Enter>
      )}
      {state === 'over' && (
        <ButtonLink size="large" href="/members">
          Open the library
        </ButtonLink>
      )}
      {state === 'cancelled' && (
        <ButtonLink size="large" href="/">
          View events
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
            {isPending ? 'Checking...' : 'Check again'}
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
  const doors = `You can join ${opening ? `at ${opening}, ` : 'from '}${opensBeforeMinutes} minutes before the start.`
  const words: Record<State, string> = {
    early: leadsIn
      ? `${doors} The join button will appear on this page.`
      : `${doors} The meeting room is not set up yet. If it is still missing on the day of the event, please reply to our email.`,
    preparing: 'This takes about a minute. The page refreshes automatically.',
    unseated:
      'You are registered, but your join link is not ready. Please reply to our email, and we will help. The page checks again every minute.',
    open: 'Press the button to join.',
    over: 'The recording will be in the library.',
    cancelled: 'You do not need to do anything.',
  }
  return words[state]
}

/** Returns a text for a registrant whose daily limit at Zoom is reached until midnight UTC. */
function retryWords({ state }: JoinView, retry: string): string {
  return state === 'open'
    ? `Your Zoom link is not ready until ${retry}. Please join by the button below.`
    : `We will register you with Zoom at ${retry}.`
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
    <div role="timer" aria-label="Time until you can join" className="w-full">
      <p className="text-small text-muted">You can join in</p>
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
        View event page
      </Link>
    </section>
  )
}
