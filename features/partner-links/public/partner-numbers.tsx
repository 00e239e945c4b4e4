import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pageCallOf } from '#client/api/page-context.ts'
import { MailLinkPage } from '#client/page/mail-link-page.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { type PartnerNumbers, readPartnerNumbers } from '#features/partner-links/contract.ts'
import { roundedTo } from '#features/partner-links/rules.ts'
import { formatEventDate } from '#kernel/event-time.ts'

type Loaded = { numbers: PartnerNumbers | null; isRefused: boolean }

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const { token = '' } = args.params
  try {
    return { numbers: await pageCallOf(args)(readPartnerNumbers, { token }), isRefused: false }
  } catch (error) {
    if (!(error instanceof Response)) throw error
    return { numbers: null, isRefused: error.status === 404 }
  }
}

/** The page `/partner-numbers/{token}`: how many people came by the link of a partner or guest, by event. */
export default function PartnerNumbersPage() {
  const { numbers, isRefused } = useLoaderData<typeof loader>()
  if (!numbers) {
    return (
      <MailLinkPage
        title={isRefused ? 'This link does not work' : 'The numbers could not be loaded'}
        worksWithoutScripts
      >
        <p>
          {isRefused ? 'Please ask the organiser for a new link.' : 'Please reload the page later.'}
        </p>
        <ButtonLink size="large" href="/">
          Go to home page
        </ButtonLink>
      </MailLinkPage>
    )
  }
  const { kind, key, countedUntil, views, events } = numbers
  const until = formatEventDate({ eventDate: countedUntil, eventTime: null }, 'UTC', 'medium')
  const name = kind === 'path' ? key : `?via=${key}`
  return (
    <MailLinkPage title="Registrations by your link" isWide worksWithoutScripts>
      <p className="wrap-anywhere">
        Your link ends with <bdi className="font-mono">{name}</bdi>.{' '}
        {/* The organiser may have switched off the counting of views. */}
        {views > 0 && (
          <span>
            It was opened {views.toLocaleString('en-GB')} times before {until}.
          </span>
        )}
      </p>
      {events.length === 0 ? (
        <p>No event has {roundedTo} registrations by your link yet.</p>
      ) : (
        <Events events={events} />
      )}
      <p className="text-small text-muted">
        All numbers are rounded down to multiples of {roundedTo} and updated on Mondays. Events with
        fewer than {roundedTo} registrations by your link are not listed.
      </p>
    </MailLinkPage>
  )
}

function Events({ events }: Pick<PartnerNumbers, 'events'>) {
  return (
    <table className="w-full border-collapse text-left figures">
      <caption className="sr-only">Registrations and attendance by event</caption>
      <thead>
        <tr className="border-b border-line text-small text-muted">
          <th scope="col" className="py-2 pr-3 font-semibold">
            Event
          </th>
          <th scope="col" className="px-2 py-2 text-right font-semibold">
            Registered
          </th>
          <th scope="col" className="py-2 pl-2 text-right font-semibold">
            Attended
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ title, when, registered, attended }, at) => (
          // The list does not change while the page is open.
          <tr key={at} className="border-b border-line align-top">
            <th scope="row" className="py-3 pr-3 font-semibold wrap-anywhere">
              <bdi>{title}</bdi>
              {when && <span className="block text-small font-normal text-muted">{when}</span>}
            </th>
            <td className="px-2 py-3 text-right">{registered.toLocaleString('en-GB')}</td>
            <td className="py-3 pl-2 text-right">
              {attended === null ? 'Not known yet' : attended.toLocaleString('en-GB')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
