import { useSite } from '#client/page/use-site.ts'
import { Container, Section } from '#client/ui/section.tsx'

/** The partners' logos. */
export function EventPartners() {
  const { partners } = useSite().site
  if (partners.length === 0) return null
  return (
    <section aria-labelledby="partners-heading" className="border-y border-line py-14">
      <Container>
        <h2
          id="partners-heading"
          className="text-center font-sans text-small font-semibold text-muted"
        >
          Event Partners
        </h2>
        <ul className="mt-8 grid grid-cols-2 items-center justify-items-center gap-x-8 gap-y-7 sm:flex sm:flex-wrap sm:justify-center sm:gap-x-14 max-sm:[&>li:last-child:nth-child(odd)]:col-span-2">
          {partners.map((partner) => (
            <li key={partner.name}>
              {partner.url ? (
                <a
                  href={partner.url}
                  rel="noopener"
                  className="block py-1 opacity-65 transition-opacity hover:opacity-100"
                >
                  <Logo {...partner} />
                </a>
              ) : (
                <Logo {...partner} className="opacity-65" />
              )}
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}

/** Supporters' logos with captions; the layout suits eight best. */
export function EventSupporters() {
  const { supporters, texts } = useSite().site
  if (supporters.length === 0) return null
  return (
    <Section
      id="supporters"
      title="Event Supporters"
      lead={texts.front.supportersLead}
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

type LogoProps = { name: string; logo: string; width: number; height: number; className?: string }

/** Matches URLs of SVG files, with or without a query string that contains a version. */
const drawing = /\.svg(\?|$)/i

/**
 * A logo. An SVG is displayed in one colour that suits the background. Other pictures are unchanged, because a
 * photograph would become a filled box. Width and height come from the site's content, so that the layout does not
 * shift: content/README.md.
 */
function Logo({ name, logo, width, height, className = '' }: LogoProps) {
  return (
    <img
      src={logo}
      alt={name}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      style={{ aspectRatio: `${width} / ${height}` }}
      className={`h-auto max-w-full object-contain ${drawing.test(logo) ? 'brightness-0 dark:invert' : ''} ${className}`}
    />
  )
}
