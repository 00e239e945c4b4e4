import { useSite } from '#app/components/use-site.ts'
import { Section } from '#app/ui/section.tsx'
import { Logo } from './logo.tsx'

/** Eight logos with captions. Specification, "Landing page". */
export function EventSupporters() {
  const { supporters } = useSite().site
  if (supporters.length === 0) return null
  return (
    <Section
      id="supporters"
      title="Event Supporters"
      lead="The evenings are free because these people carry a part of them."
      className="border-t border-line"
    >
      <ul className="grid grid-cols-2 gap-x-6 gap-y-10 md:grid-cols-4">
        {supporters.map(({ caption, url, ...supporter }) => (
          <li key={supporter.name}>
            {url ? (
              <a
                href={url}
                rel="noopener"
                className="inline-block opacity-85 transition-opacity hover:opacity-100"
              >
                <Logo {...supporter} />
              </a>
            ) : (
              <Logo {...supporter} />
            )}
            <p className="mt-3 text-small text-muted">{caption}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
