import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { fieldBox } from '#client/ui/field.tsx'
import { adminEvents } from '#features/events/admin/event-queries.ts'
import { isPublished } from '#kernel/publishing.ts'
import { eventPath } from '#kernel/slug.ts'

/** Sizes of the preview in CSS pixels. The phone preview is as high as the available space. */
const screens = { telephone: { width: 390 }, desktop: { width: 1280, height: 800 } }
type Width = keyof typeof screens
type Scheme = 'light' | 'dark'

/** A path without a page. Previewing it shows the "Page Not Found" page. */
const missingPage = '/no-such-page'

/**
 * Renders pages of the site from the saved draft in an iframe, at phone or desktop width, light or dark. Scripts are
 * disabled; links lead to other pages of the draft.
 */
export function SitePreview({ version }: { version: number }) {
  const events = useQuery(adminEvents)
  const [page, setPage] = useState('/')
  const [width, setWidth] = useState<Width>('desktop')
  const [scheme, setScheme] = useState<Scheme>('light')
  const chooser = useId()
  const event = events.data?.find((one) => one.cancelledAt === null && isPublished(one, new Date()))
  const pages = [
    ['/', 'Home page'],
    ...(event ? [[eventPath(event.slug), 'An event page']] : []),
    ['/members', 'Library'],
    [missingPage, '404 page (page not found)'],
    ['/privacy', 'Privacy page'],
    ['/imprint', 'Imprint'],
  ] as [string, string][]
  if (!pages.some(([path]) => path === page)) pages.push([page, page])

  return (
    <section aria-labelledby="site-preview" className="xl:sticky xl:top-16">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 id="site-preview" className="text-subheading">
          Preview
        </h2>
        <label htmlFor={chooser} className="sr-only">
          Page to preview
        </label>
        <select
          id={chooser}
          value={page}
          onChange={({ target }) => setPage(target.value)}
          className={`${fieldBox} mt-0! h-11 w-auto! max-w-full text-small!`}
        >
          {pages.map(([path, name]) => (
            <option key={path} value={path}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Toggle label="Width" value={width} choices={widthChoices} onChoose={setWidth} />
        <Toggle label="Light or dark" value={scheme} choices={schemeChoices} onChoose={setScheme} />
      </div>
      <p className="mt-2 text-small text-muted">Shows the last saved draft.</p>
      <Frame {...{ page, width, scheme, version }} onPage={setPage} />
    </section>
  )
}

const widthChoices: [Width, string][] = [
  ['telephone', 'Phone'],
  ['desktop', 'Desktop'],
]
const schemeChoices: [Scheme, string][] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
]

type ToggleProps<Value extends string> = {
  label: string
  value: Value
  choices: [Value, string][]
  onChoose: (value: Value) => void
}

function Toggle<Value extends string>({ label, value, choices, onChoose }: ToggleProps<Value>) {
  return (
    <fieldset className="flex min-w-0">
      <legend className="sr-only">{label}</legend>
      {choices.map(([name, words]) => (
        <Button
          key={name}
          variant={value === name ? 'primary' : 'secondary'}
          aria-pressed={value === name}
          className="rounded-none! border-line-strong! px-3.5! text-small! first-of-type:rounded-l-md! last-of-type:-ml-px last-of-type:rounded-r-md!"
          onClick={() => onChoose(name)}
        >
          {words}
        </Button>
      ))}
    </fieldset>
  )
}

type FrameProps = {
  page: string
  width: Width
  scheme: Scheme
  version: number
  onPage: (page: string) => void
}

/**
 * Renders the iframe at its full width, scaled down to the available space. When a new draft loads, the iframe keeps
 * its scroll position.
 */
function Frame({ page, width, scheme, version, onPage }: FrameProps) {
  const room = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const scrolledTo = useRef(0)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const drawn = useRef(version)
  const address = `/admin/site/preview?${new URLSearchParams({ page, scheme })}`
  const [begun] = useState(address)
  const asked = useRef(begun)

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      // While the form covers the preview on a phone, its width is 0: keep the previous size.
      if (entry!.contentRect.width > 0) setSize(entry!.contentRect)
    })
    observer.observe(room.current!)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (asked.current === address) return
    asked.current = address
    frame.current?.contentWindow?.location.replace(address)
  }, [address])

  useEffect(() => {
    if (drawn.current === version) return
    drawn.current = version
    const shown = frame.current
    scrolledTo.current = shown?.contentDocument?.documentElement.scrollTop ?? 0
    shown?.contentWindow?.location.replace(asked.current)
  }, [version])

  function settle() {
    const { contentWindow: shown, contentDocument: document } = frame.current!
    // After a network error, the iframe contains the browser's error page, which scripts cannot access.
    if (!shown || !document) return
    shown.scrollTo(0, scrolledTo.current)
    scrolledTo.current = 0
    const reached = new URLSearchParams(shown.location.search).get('page')
    if (reached === null || reached === page) return
    asked.current = `/admin/site/preview?${new URLSearchParams({ page: reached, scheme })}`
    onPage(reached)
  }

  const screen = screens[width]
  const scale = Math.min(1, size.width / screen.width)
  const height = 'height' in screen ? screen.height : size.height / scale
  return (
    <div
      ref={room}
      style={'height' in screen ? { height: height * scale + 2 } : {}}
      className={`mt-3 overflow-hidden rounded-md border border-line bg-sunken ${'height' in screen ? '' : 'h-[70dvh] min-h-96'}`}
    >
      {size.width > 0 && (
        <iframe
          ref={frame}
          title="Preview of the page"
          src={begun}
          // The preview's iframe needs `allow-same-origin` to load fonts. Scripts are not allowed, and external links
          // open in a new tab.
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          onLoad={settle}
          style={{
            width: screen.width,
            height,
            transform: `scale(${scale})`,
            marginInline: Math.max(0, (size.width - screen.width * scale) / 2),
          }}
          className="block origin-top-left border-0"
        />
      )}
    </div>
  )
}
