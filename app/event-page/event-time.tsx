import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { pageCallOf } from '#client/api/page-context.ts'
import { MailLinkEvent, MailLinkPage } from '#client/page/mail-link-page.tsx'
import { useSite } from '#client/page/use-site.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { fieldBox, FieldFrame } from '#client/ui/field.tsx'
import { useOnceAlive } from '#client/ui/use-once-alive.ts'
import { getEventPage } from '#features/events/contract.ts'
import { describeInZone, describeLocally } from '#features/events/public/visitor-time.ts'
import { describeWhen, eventStart } from '#kernel/event-time.ts'
import { eventPath, eventTimePath } from '#kernel/slug.ts'
import { listTimeZones } from '#kernel/time-zones.ts'

/** Loads the event, and the time zone of the query parameter `zone` if it is valid. */
export async function loader(args: LoaderFunctionArgs) {
  const { slug = '' } = args.params
  const { search, searchParams } = new URL(args.request.url)
  const event = await pageCallOf(args)(getEventPage, { slug })
  // eslint-disable-next-line typescript/only-throw-error -- how React Router redirects
  if (event.slug !== slug) throw redirect(eventTimePath(event.slug) + search, 308)
  const zones = listTimeZones()
  return { event, zones, chosen: zones.find((zone) => zone === searchParams.get('zone')) }
}

/**
 * `/events/{slug}/time`: an event's time in the visitor's time zone; without scripts, in a zone that the visitor
 * chooses. Mails link to this page.
 */
export default function EventTime() {
  const { event, zones, chosen } = useLoaderData<typeof loader>()
  const { display } = useSite().site
  const local = useOnceAlive(() => describeLocally(event, display.zone))
  const converted = chosen && describeInZone(event, chosen)
  return (
    <MailLinkPage title="Event time" worksWithoutScripts>
      <MailLinkEvent
        title={event.title}
        when={describeWhen(event, display) ?? 'The date is not fixed yet.'}
        {...(local && { local })}
      />
      {event.isCancelled && <p>This event was cancelled.</p>}
      {eventStart(event) && (
        <form method="get" className="grid w-full gap-4">
          {converted && (
            <output className="font-semibold wrap-anywhere figures">{converted}</output>
          )}
          <FieldFrame label="Time zone" id="zone" required className="min-w-0">
            {(framed) => (
              <select
                {...framed}
                name="zone"
                defaultValue={chosen ?? display.zone}
                className={`${fieldBox} h-12`}
              >
                {(zones.includes(display.zone) ? zones : [display.zone, ...zones]).map((zone) => (
                  <option key={zone} value={zone}>
                    {zone.replaceAll('_', ' ')}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
          <Button type="submit" variant="secondary" className="justify-self-start">
            Show time
          </Button>
        </form>
      )}
      <ButtonLink variant="quiet" className="px-0!" href={eventPath(event.slug)}>
        View event page
      </ButtonLink>
    </MailLinkPage>
  )
}
